import { defineMessages } from '#i18n/message.ts'

/** Messages about an invitation link. All other outcomes are silent. */
export const REFERRAL_MESSAGES = defineMessages('referral', {
  ownCode: 'This invitation link is your own',
  ownCodeDetail: 'It counts for the friends you send it to.',
})
