import { defineMessages } from '#i18n/message.ts'

/** Messages about the invitation that a visitor accepted. */
export const REFERRAL_MESSAGES = defineMessages('referral', {
  ownCode: 'This invitation link is your own',
  ownCodeDetail: 'It counts for the friends you send it to.',
  unknownCode: 'This invitation link is not valid',
  unknownCodeDetail: 'Ask your friend to send it again. You can play without it.',
  invited: 'A friend invited you.',
  confirmHint: 'Sign a message to confirm it; that is free.',
  confirm: 'Confirm with wallet',
  confirmed: 'Confirmed: your friend sees that it was you.',
  declined: 'You declined the signature. You can confirm later.',
  cannotSign: 'This wallet’s signature cannot be checked here.',
  notConfirmed: 'That did not work. Please try again.',
})
