// The page that stands where there is no connection: it tells what was known last, in words, and tries again.
const ASKED_AFTER = 4000; // ms
const known = JSON.parse(localStorage.getItem("known") ?? "null");

if (known?.matches.length) {
  const [asOf, list] = ["as-of", "known"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
  const { lang } = document.documentElement;
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
  const time = new Date(known.at).toLocaleString(lang === "en" ? "en-GB" : lang, form);
  asOf.textContent = (asOf.dataset.text ?? "").replace("{time}", time);
  for (const words of known.matches) {
    const item = document.createElement("li");
    item.textContent = words;
    list.append(item);
  }
  asOf.hidden = false;
}

// The line may be up while the server is away: it is asked now and then.
function tryAgain() {
  fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).then(
    () => location.reload(),
    () => {},
  );
}

addEventListener("online", tryAgain);
setInterval(tryAgain, ASKED_AFTER);
