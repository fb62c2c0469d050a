import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the countdown: a headline and an explanation for each state. */
export const COUNTDOWN_MESSAGES = defineMessages('countdown', {
  timer: 'Countdown',
  round: 'Round',
  /** Added to the explanation while the price of the newest lock is not due yet. */
  priceIn: message('Price in {seconds} s.', 'seconds'),
  loading: 'Reading the chain’s clock',
  beforeStart: 'The first round starts soon',
  beforeStartText: 'Bets open when the clock runs out.',
  open: message('Round #{epoch} is open', 'epoch'),
  openText: 'Time left to bet UP or DOWN.',
  locked: message('Round #{epoch} is locked', 'epoch'),
  lockedText: 'The next round is opening.',
  live: message('Round #{epoch} is live', 'epoch'),
  liveText: 'Time left until it closes.',
  notStarted: 'No round has started',
  notStartedText: 'The operator opens the first one.',
  late: 'Waiting for the operator',
  lateText: message('Round #{epoch} takes no more bets and is not locked yet.', 'epoch'),
  waiting: 'Waiting',
  waitingText: 'The next round has not been announced yet.',
})

export type CountdownMessages = MessagesOf<typeof COUNTDOWN_MESSAGES>
