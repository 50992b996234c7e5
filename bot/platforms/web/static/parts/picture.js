// A picture in the theme of whoever looks, as board/view.js has it.
import { make } from "../texts.js";

// `file` gives the address for a theme.
/** @param {(theme: string) => string} file @param {string} theme @param {number} size */
export function themed(file, theme, size) {
  const [picture, image] = [make("picture"), make("img")];
  const most = theme.startsWith("kontras") ? theme : "";
  const others = {
    "(prefers-contrast: more) and (prefers-color-scheme: dark)": most || "kontras-gelap",
    "(prefers-contrast: more)": most || "kontras",
    "(prefers-color-scheme: dark)": theme || "pasar",
  };
  for (const [media, other] of Object.entries(others)) {
    picture.append(Object.assign(make("source"), { media, srcset: file(other) }));
  }
  image.loading = "lazy"; // before the address: it is fetched as soon as it is known
  image.alt = "";
  image.width = size;
  image.height = size;
  picture.append(image);
  image.src = file(theme || "kayu");
  return picture;
}
