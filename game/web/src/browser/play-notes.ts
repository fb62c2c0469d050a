/** A note of a tune, in hertz and seconds. */
export type Note = { hertz: number; start: number; length: number }

/** Quiet beside anything else that plays. */
const VOLUME = 0.07

const ATTACK_SECONDS = 0.012

/** Exponential ramps cannot reach zero. */
const SILENCE = 0.0001

/** A tune that could not start within this time is late, and dropped. */
const LATE_MS = 1_000

let shared: AudioContext | null = null

/** Plays notes. Does nothing before the visitor's first input: browsers would block the sound. */
export async function playNotes(notes: readonly Note[]): Promise<void> {
  const context = openContext()
  if (context === null) return
  const calledAtMs = performance.now()
  await context.resume()
  if (performance.now() - calledAtMs > LATE_MS) return
  const ends = notes.map((note) => playNote(context, note))
  await Promise.all(ends)
  // An idle context keeps the audio hardware awake.
  await context.suspend()
}

/** Prepares the sound within an input of the visitor: iOS starts none outside of one. */
export function prepareNotes(): void {
  openContext()
    ?.resume()
    .catch(() => undefined)
}

function openContext(): AudioContext | null {
  if (!navigator.userActivation.hasBeenActive) return null
  shared ??= new AudioContext()
  return shared
}

function playNote(context: AudioContext, { hertz, start, length }: Note): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const from = context.currentTime + start
  const oscillator = new OscillatorNode(context, { frequency: hertz, type: 'sine' })
  const volume = new GainNode(context, { gain: SILENCE })
  volume.gain.setValueAtTime(SILENCE, from)
  volume.gain.exponentialRampToValueAtTime(VOLUME, from + ATTACK_SECONDS)
  volume.gain.exponentialRampToValueAtTime(SILENCE, from + length)
  oscillator.connect(volume).connect(context.destination)
  oscillator.onended = () => resolve()
  oscillator.start(from)
  oscillator.stop(from + length)
  return promise
}
