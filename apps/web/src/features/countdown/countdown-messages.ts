import type { Epoch } from '@bullring/prediction/units'
import type { MessagesByLanguage } from '#i18n/language.ts'
import type { CountdownState } from './countdown-state.ts'

type Headline = { title: string; text: string }

const LOADING = 'Reading the chain\u2019s clock'

const en = {
  timer: 'Countdown',
  round: 'Round',
  /** Added to the explanation while the price of the newest lock is not due yet. */
  priceIn: (seconds: number) => `Price in ${seconds} s.`,
  headline: ({ kind }: CountdownState, epoch: Epoch | null): Headline => {
    const round = epoch === null ? 'The round' : `Round #${epoch}`
    switch (kind) {
      case 'unknown':
        return { title: LOADING, text: '' }
      case 'before-start':
        return { title: 'The first round starts soon', text: 'Bets open when the clock runs out.' }
      case 'open':
        return { title: `${round} is open`, text: 'Time left to bet UP or DOWN.' }
      case 'zero':
        return { title: `${round} is locked`, text: 'The next round is opening.' }
      case 'locked':
        return { title: `${round} is live`, text: 'Time left until it closes.' }
      case 'not-started':
        return { title: 'No round has started', text: 'The operator opens the first one.' }
      case 'late':
        return {
          title: 'Waiting for the operator',
          text: `${round} takes no more bets and is not locked yet.`,
        }
      case 'waiting':
        return { title: 'Waiting', text: 'The next round has not been announced yet.' }
    }
  },
}

/** Texts of the countdown: a headline and an explanation for each state. */
export const COUNTDOWN_MESSAGES: MessagesByLanguage<typeof en> = { en }
