// What lies over the page until somebody touches something else; in browsers without popovers, until it is asked to go.
const ARE_THERE = "popover" in HTMLElement.prototype;

/** @param {HTMLElement} popover */
export function isOpen(popover) {
  return popover.matches(ARE_THERE ? ":popover-open" : ".open");
}

/** @param {HTMLElement} popover */
export function open(popover) {
  if (isOpen(popover)) return;
  if (popover.showPopover) popover.showPopover();
  else popover.classList.add("open");
}

/** @param {HTMLElement} popover */
export function close(popover) {
  if (popover.hidePopover) popover.hidePopover();
  else popover.classList.remove("open");
}

// A press on this button opens it, and another closes it.
/** @param {HTMLButtonElement} button @param {HTMLElement} popover */
export function opens(button, popover) {
  if (ARE_THERE) Object.assign(button, { popoverTargetElement: popover });
  else button.addEventListener("click", () => (isOpen(popover) ? close : open)(popover));
}
