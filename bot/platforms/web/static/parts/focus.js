// The focus while a part of the page changes below it.

const CONTROLS = "a[href], button, input, summary";

// Changes a part. A control there that had the focus keeps it: itself, or the one that now has its name. Where there is
// none, nothing that could be pressed by mistake gets it, but the part as a whole, or what `instead` gives.
/** @param {HTMLElement} part @param {() => void} change @param {() => HTMLElement} [instead] */
export function keepFocus(part, change, instead = () => part) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const before = part.contains(active) ? active : null;
  const name = before && nameOf(before);
  change();
  if (!before || isUsable(document.activeElement, part)) return;
  const controls = [before, ...part.querySelectorAll(CONTROLS)].filter((each) => isUsable(each, part));
  focusOn(controls.find((each) => nameOf(each) === name) ?? instead());
}

// Also what is no control can have the focus, for once; what is hidden cannot, and the screen has it.
/** @param {HTMLElement} target */
function focusOn(target) {
  if (target && !target.matches(CONTROLS)) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
  if (document.activeElement !== target) document.getElementById("screen").focus({ preventScroll: true });
}

// Browsers before 2023 cannot tell what only `visibility` hides.
/** @param {Element} element */
export function isSeen(element) {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
}

/** @param {Element | null} element @param {Element} part */
function isUsable(element, part) {
  return element !== null && part.contains(element) && !element.matches(":disabled") && isSeen(element);
}

/** @param {HTMLElement} control */
function nameOf(control) {
  const { id, dataset, textContent } = control;
  return id || (dataset.payload ?? control.getAttribute("href") ?? control.getAttribute("aria-label") ?? textContent);
}

// What has come last is kept in sight; what is half as high again as its place is read from its beginning. Where the
// whole page would scroll, and take a board away from under a finger, only answers to oneself are.
/** @param {HTMLElement} item */
export function keepInSight(item) {
  const scroller = item.closest("[data-scrolls]");
  requestAnimationFrame(() => {
    const tall = scroller && item.offsetHeight > 1.5 * scroller.clientHeight;
    if (tall) item.scrollIntoView({ block: "start" });
    else if (scroller) scroller.scrollTop = scroller.scrollHeight;
    else if (item.matches(".private")) item.scrollIntoView({ block: "nearest" });
  });
}
