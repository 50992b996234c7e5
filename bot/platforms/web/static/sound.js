// Small wooden sounds, made here: a piece put down, a piece taken, two knocks for one's turn, and three
// high ones for time that becomes low.

/** @type {AudioContext | null} */
let context = null;

// A knock: a short burst of noise that rings at a pitch, as wood does.
/** @param {number} at @param {number} pitch @param {number} loud */
function knock(at, pitch, loud) {
  if (!context) return;
  const length = 0.12;
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 8;
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 9 });
  const volume = new GainNode(context, { gain: loud });
  source.connect(wood).connect(volume).connect(context.destination);
  source.start(context.currentTime + at);
}

const SOUNDS = {
  move: () => knock(0, 620, 2.2),
  capture: () => {
    knock(0, 620, 2.2);
    knock(0.07, 430, 2.6);
  },
  low: () => {
    knock(0, 1180, 2);
    knock(0.1, 1180, 2);
    knock(0.2, 1180, 2);
  },
  turn: () => {
    knock(0, 820, 1.6);
    knock(0.16, 980, 1.6);
  },
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  // Browsers let a page sound only after somebody has touched it.
  context ??= new AudioContext();
  if (context.state === "running") SOUNDS[name]();
  else
    context.resume().then(
      () => SOUNDS[name](),
      () => {},
    );
}
