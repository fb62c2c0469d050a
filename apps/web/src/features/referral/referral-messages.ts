import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  ownCode: 'This invitation link is your own',
  ownCodeDetail: 'It counts for the friends you send it to.',
}

const chinese: typeof en = {
  ownCode: '这是您自己的邀请链接',
  ownCodeDetail: '把它发给朋友才有效。',
}

/** Messages about an invitation link. All other outcomes are silent. */
export const REFERRAL_MESSAGES: MessagesByLanguage<typeof en> = { en, 'zh-CN': chinese }
