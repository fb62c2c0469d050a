import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** The rules in a few lines. */
export const HOW_IT_WORKS_MESSAGES = defineMessages('how-it-works', {
  title: 'How a round works',
  pick: 'Pick UP or DOWN before the ring runs out.',
  lockByOperator: 'Soon after 0:00 the operator stops betting at the oracle price of that moment.',
  lockDelayed: message(
    'The start price comes {seconds} s after 0:00, so that no one can bet knowing it.',
    'seconds',
  ),
  lockAtZero: 'At 0:00 betting stops and the start price is fixed.',
  close: 'One round later it closes. Everyone who called it right splits the pool.',
  lastToBet: 'The last to bet see the odds best.',
  least: 'A right pick never pays less than its stake.',
  leastAndMost: message(
    'A right pick never pays less than its stake, nor more than {multiple}x.',
    'multiple',
  ),
  unmatched: 'Unmatched stakes come back. The last to bet see the odds best.',
})

export type HowItWorksMessages = MessagesOf<typeof HOW_IT_WORKS_MESSAGES>
