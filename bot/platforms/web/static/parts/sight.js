// @ts-check
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
