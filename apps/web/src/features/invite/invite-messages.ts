import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  title: 'Bring a friend into the ring',
  hint: 'Anyone who opens this link and connects a wallet counts as invited by you.',
  link: 'Your invitation link',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here. The link is selected: press Ctrl+C.',
  unconnected: 'Please connect wallet to get your invitation link',
  failed: 'Your invitation link could not be loaded.',
  /** Signed by the invited account; anyone could have sent the others. */
  proven: (count: number) => `${count} confirmed by signature`,
  referred: (count: number) => (count === 1 ? 'player joined with it' : 'players joined with it'),
}

/** Texts of the invitation. */
export const INVITE_MESSAGES: MessagesByLanguage<typeof en> = { en }
