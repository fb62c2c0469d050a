import { defineMessages, message } from '#i18n/message.ts'

/** Reasons why the player's limits do not allow a bet. */
export const LIMIT_MESSAGES = defineMessages('limit', {
  onBreak: message('You are taking a break from betting until {time}.', 'time'),
  limitReached: 'You have reached your limit for today.',
  overLimit: message('Your limit leaves {left} BNB for today.', 'left'),
})
