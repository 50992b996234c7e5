// How a rating has gone, match by match: a curve with the highest and the lowest of it beside it.
/** @import { RatingShown, Texts } from "../../types/given" */
import { filled, make } from "../texts.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 160;
const MARGIN = 12;

// One match alone makes no curve.
/** @param {RatingShown} rating */
export function hasCourse({ course }) {
  return course.length > 1;
}

/** @param {RatingShown} rating @param {Texts} texts */
export function drawCourse({ label, course }, texts) {
  const [low, high] = [Math.min(...course), Math.max(...course)].map(Math.round);
  const place = make("div", "course");
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  const facts = {
    game: label,
    count: course.length,
    first: Math.round(course[0]),
    last: Math.round(course.at(-1) ?? 0),
  };
  drawn.setAttribute("aria-label", filled(texts.course, facts));
  /** @param {number} rating */
  const down = (rating) => MARGIN + ((high - rating) / Math.max(high - low, 1)) * (HEIGHT - 2 * MARGIN);
  const line = course
    .map((each, index) => `${(index / (course.length - 1)) * WIDTH},${down(each).toFixed(1)}`)
    .join(" ");
  for (const rating of [low, high]) {
    drawn.append(svg("line", { x1: 0, x2: WIDTH, y1: down(rating), y2: down(rating) }));
  }
  drawn.append(svg("polygon", { points: `0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}` }), svg("polyline", { points: line }));
  const beside = make("p", "beside");
  beside.setAttribute("aria-hidden", "true"); // the curve says them
  beside.append(make("span", "", String(high)), make("span", "", String(low)));
  place.append(drawn, beside);
  return place;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function svg(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
