import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** The rules in a few lines. */
export const HOW_IT_WORKS_MESSAGES = defineMessages('how-it-works', {
  title: 'How a round works',
  pick: 'Pick UP or DOWN before the ring runs out.',
  lockByOperator:
    'Soon after zero the operator locks the round at the oracle price of that moment.',
  lockDelayed: message(
    'The lock price comes {seconds} s after zero, so that no one can bet knowing it.',
    'seconds',
  ),
  lockAtZero: 'The round locks at the first oracle price after zero.',
  close: 'One round later it closes. The right side shares the pool.',
  lastToBet: 'The last to bet see the odds best.',
  least: 'A right pick never pays less than its stake.',
  leastAndMost: message(
    'A right pick never pays less than its stake, nor more than {multiple}x.',
    'multiple',
  ),
  unmatched: 'Unmatched stakes come back. The last to bet see the odds best.',
})

export type HowItWorksMessages = MessagesOf<typeof HOW_IT_WORKS_MESSAGES>
