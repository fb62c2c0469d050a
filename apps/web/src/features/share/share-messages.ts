import { defineMessages } from '#i18n/message.ts'

/** Texts about sharing. */
export const SHARE_MESSAGES = defineMessages('share', {
  copied: 'Link copied',
  saved: 'Picture saved',
  failed: 'Sharing did not work',
  failedHint: 'Copy the address from the address bar instead.',
})
