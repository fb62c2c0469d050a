import type { Epoch } from '@bullring/prediction/units'
import type { CountdownState } from './countdown-state.ts'

/** What the clock says beside its time. */
export const COUNTDOWN_WORDS = {
  timer: 'Countdown',
  round: 'Round',
  loading: 'Reading the chain\u2019s clock',
} as const

/** Headline and explanation for where the round stands. */
export function countdownWords(
  state: CountdownState,
  epoch: Epoch | null,
): { title: string; text: string } {
  const round = epoch === null ? 'The round' : `Round #${epoch}`
  switch (state.kind) {
    case 'unknown':
      return { title: COUNTDOWN_WORDS.loading, text: '' }
    case 'before-start':
      return { title: 'The first round starts soon', text: 'Bets open when the clock runs out.' }
    case 'open':
      return { title: `${round} is open`, text: 'Time left to bet UP or DOWN.' }
    case 'zero':
      return { title: `${round} is locked`, text: 'The next round is opening.' }
    case 'locked':
      return { title: `${round} is live`, text: 'Time left until it closes.' }
    case 'waiting':
      return { title: 'Waiting', text: 'The next round has not been announced yet.' }
  }
}
