// An address as squares that the camera of a phone reads.
/** @import { QrSentFrame } from "../../types/given" */

const SVG = "http://www.w3.org/2000/svg";

// Dark on light in every theme: cameras read nothing else well.
/** @param {QrSentFrame} code @param {string} label */
export function qrPicture({ size, path }, label) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  picture.append(shape("light", `M0 0h${size}v${size}h-${size}z`), shape("dark", path));
  return picture;
}

/** @param {string} name @param {string} outline */
function shape(name, outline) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", name);
  made.setAttribute("d", outline);
  return made;
}
