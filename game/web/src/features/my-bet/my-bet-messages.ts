import { defineMessages, message } from '#i18n/message.ts'

/** Messages of the strip with the visitor's open bets. */
export const MY_BET_MESSAGES = defineMessages('my-bet', {
  title: 'Your bets',
  none: 'Your bet appears here.',
  showRound: message('Show round #{epoch}', 'epoch'),
})
