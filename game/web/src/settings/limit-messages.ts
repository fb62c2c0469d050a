import { defineMessages, message } from '#i18n/message.ts'

/** Reasons why the player's own limits do not allow a bet. */
export const LIMIT_MESSAGES = defineMessages('limit', {
  onBreak: message('You are taking a break from betting until {time}.', 'time'),
  limitReached: 'You have reached your own limit for today.',
  overLimit: message('Your own limit leaves {left} BNB for today.', 'left'),
})
