// The travel of the other's piece along its path, and of what it takes.

const LEAP = 120; // ms
const LONGEST = 900;

// Shows a move that has just been made; gives a function that ends the motion at once.
export function animateMove(board, before, after, end) {
  const { path, captured } = after.last;
  const piece = board.pieces.get(path[0]);
  if (path.length < 2 || !piece || window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    end();
    return () => {};
  }
  const leaps = path.length - 1;
  const duration = Math.min(LEAP * leaps, LONGEST) + (leaps === 1 ? LEAP : 0);
  const { points, width, height } = board.measures;
  const frames = path.map((point) => ({
    left: `${(points[point][0] / width) * 100}%`,
    top: `${(points[point][1] / height) * 100}%`,
  }));
  piece.classList.add("travelling");
  const travel = piece.animate(frames, { duration, easing: leaps === 1 ? "ease-in-out" : "linear", fill: "forwards" });
  captured.forEach((point, index) => {
    const taken = board.pieces.get(point);
    taken?.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: LEAP,
      delay: (duration * (index + 1)) / Math.max(captured.length, 1) - LEAP / 2,
      fill: "forwards",
    });
  });
  let over = false;
  const stop = () => {
    if (over) return;
    over = true;
    for (const each of board.pieces.values()) for (const motion of each.getAnimations()) motion.cancel();
    piece.classList.remove("travelling");
    end();
  };
  travel.finished.then(stop, () => {});
  return stop;
}
