// What every page needs: its texts, a toast, and copying.

const TOAST_FOR = 5000;

export async function pageTexts() {
  const response = await fetch(`/texts/${encodeURIComponent(navigator.language)}`);
  const texts = await response.json();
  document.documentElement.lang = texts.language;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = texts[each.dataset.text];
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", texts[each.dataset.label]);
  for (const each of document.querySelectorAll("[data-placeholder]")) each.placeholder = texts[each.dataset.placeholder];
  return texts;
}

let toastEnds = 0;

export function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => { shown.hidden = true; }, TOAST_FOR);
}

export async function copy(link, texts, words) {
  const invitation = [words, new URL(link, location.href).href].filter(Boolean).join("\n");
  // Browsers let a page copy over https and on this machine only; elsewhere the person copies it.
  if (!navigator.clipboard) return toast(invitation);
  await navigator.clipboard.writeText(invitation);
  toast(`${texts.copied}\n${invitation}`);
}
