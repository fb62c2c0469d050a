import type { Step } from './events/step.ts'
import type { Journal } from './postgres/journal.ts'

/** What sources of steps see of the stream. */
export type StepSink = {
  /** Position of the newest change that was sent. */
  position: () => number
  /** False while no client would receive events. */
  needsEvents: () => boolean
  /** Sends a step that begins at the position. One call at a time. */
  send: (step: Step, signal: AbortSignal) => Promise<void>
  /** Keeps an earlier step for clients that resume. */
  remember: (step: Step) => void
}

/** Sends all that the journal has, and returns the position then. */
export async function sendNewest(
  journal: Journal,
  sink: StepSink,
  signal: AbortSignal,
): Promise<number> {
  const since = sink.position()
  const step = await journal.read({ since, needsEvents: sink.needsEvents() })
  if (step.position !== since) await sink.send(step, signal)
  return sink.position()
}
