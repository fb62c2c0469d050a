import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Messages of the line that says how a bet stands. */
export const STANDING_MESSAGES = defineMessages('standing', {
  you: message('You: {side} {amount}', 'side', 'amount'),
  open: message('{change} if you win', 'change'),
  winning: message('Winning {change}', 'change'),
  losing: message('Losing {change}', 'change'),
  even: 'So far no one is against you: your stake comes back',
  settling: 'Waiting for the price',
  won: message('Won {change}', 'change'),
  lost: message('Lost {change}', 'change'),
  refunded: 'Your stake comes back',
  locksIn: message('locks in {time}', 'time'),
  endsIn: message('ends in {time}', 'time'),
})

export type StandingMessages = MessagesOf<typeof STANDING_MESSAGES>
