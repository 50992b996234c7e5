// A picture in the theme of whoever looks, or in that of most contrast for whoever asks for more of it.
import { make } from "../texts.js";

// `file` gives the address for a theme.
export function themed(file, theme, size) {
  const [picture, contrast, image] = [make("picture"), make("source"), make("img")];
  contrast.media = "(prefers-contrast: more)";
  contrast.srcset = file("kontras");
  image.src = file(theme);
  image.alt = "";
  image.loading = "lazy";
  image.width = size;
  image.height = size;
  picture.append(contrast, image);
  return picture;
}
