/*
 * Short, quiet sounds of the table, synthesised with Web Audio: no files are fetched, and nothing
 * plays before the user has switched sound on and pressed something.
 *
 * A sound is a knock (noise through a band-pass filter) and, for things that ring, a tone.
 */

// Per kind of happening: frequency of the knock in Hz, length in s, loudness, tone in Hz (0: none).
const SOUNDS = {
  move: [900, 0.05, 0.5, 0],
  place: [600, 0.06, 0.6, 0],
  take: [350, 0.12, 0.7, 0],
  turn: [1600, 0.05, 0.4, 0],
  shoot: [2400, 0.16, 0.5, 0],
  fight: [500, 0.2, 0.8, 196],
  siege: [220, 0.3, 0.7, 98],
  dice: [1800, 0.22, 0.6, 0],
  coin: [3200, 0.08, 0.3, 1760],
  card: [2800, 0.07, 0.35, 0],
  meter: [1200, 0.04, 0.25, 660],
  end: [300, 0.4, 0.6, 131],
  time: [2000, 0.06, 0.5, 880],
};
const VOLUME = 0.14;

let context = null;

function knock(at, [band, length, loudness, tone]) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: band, Q: 1.2 });
  const gain = new GainNode(context, { gain: VOLUME * loudness });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
  if (!tone) return;
  const ring = new GainNode(context, { gain: 0 });
  ring.gain.setValueAtTime(VOLUME * loudness * 0.5, at);
  ring.gain.exponentialRampToValueAtTime(0.0001, at + length * 2.5);
  const voice = new OscillatorNode(context, { frequency: tone });
  voice.connect(ring).connect(context.destination);
  voice.start(at);
  voice.stop(at + length * 2.5);
}

/**
 * Play `[[kind, ms], …]`: the sound of each kind after its delay. Kinds without a sound are
 * skipped. Return the number of sounds started.
 */
export async function play(list) {
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume();
  const now = context.currentTime + 0.01;
  const heard = list.filter(([kind]) => Object.hasOwn(SOUNDS, kind));
  for (const [kind, ms] of heard) knock(now + ms / 1000, SOUNDS[kind]);
  return heard.length;
}
