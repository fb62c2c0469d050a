import type { Epoch } from '@bullring/prediction/units'
import type { CountdownMessages } from './countdown-messages.ts'
import type { CountdownState } from './countdown-state.ts'

/** Returns the headline of a state and its meaning for the visitor. */
export function headlineText(
  { kind }: CountdownState,
  epoch: Epoch | null,
  messages: CountdownMessages,
): { title: string; text: string } {
  // A state that names a round is derived from one.
  const values = { epoch: epoch ?? '' }
  switch (kind) {
    case 'unknown':
      return { title: messages.loading, text: '' }
    case 'before-start':
      return { title: messages.beforeStart, text: messages.beforeStartText }
    case 'open':
      return { title: messages.open(values), text: messages.openText }
    case 'zero':
      return { title: messages.locked(values), text: messages.lockedText }
    case 'locked':
      return { title: messages.live(values), text: messages.liveText }
    case 'not-started':
      return { title: messages.notStarted, text: messages.notStartedText }
    case 'late':
      return { title: messages.late, text: messages.lateText(values) }
    case 'waiting':
      return { title: messages.waiting, text: messages.waitingText }
  }
}
