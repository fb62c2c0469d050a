import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the invitation. */
export const INVITE_MESSAGES = defineMessages('invite', {
  title: 'Invite a friend',
  hint: 'A friend who opens this link and connects a wallet is credited to you. No reward, just bragging rights.',
  share: 'Share link',
  shareText: message('Play Bullring with me: will {symbol} go up or down?', 'symbol'),
  link: 'Your invitation link',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here. The link is selected: press Ctrl+C.',
  unconnected: 'Please connect wallet to get your invitation link',
  failed: 'Your invitation link could not be loaded.',
  /** Proven by the invited account's sign-in or signature. Anyone could have sent the others. */
  proven: message('{count} confirmed by wallet', 'count'),
  /** Text after the number. */
  referred: message('{count, plural, one {friend joined} other {friends joined}}', 'count'),
})
