import { defineMessages, message } from '#i18n/message.ts'

/** Texts about sharing. */
export const SHARE_MESSAGES = defineMessages('share', {
  iWon: 'I won',
  round: message('{symbol}/USD, round #{epoch}', 'symbol', 'epoch'),
  winTitle: message('I won round {epoch} on Bullring', 'epoch'),
  copied: 'Link copied',
  saved: 'Picture saved',
  failed: 'Sharing did not work',
  failedHint: 'Copy the address from the address bar instead.',
})
