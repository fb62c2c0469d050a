import type { Catalogue } from '#i18n/language.ts'

const en = {
  ownCode: 'This invitation link is your own',
  ownCodeDetail: 'It counts for the friends you send it to.',
}

const chinese: typeof en = {
  ownCode: '\u8fd9\u662f\u60a8\u81ea\u5df1\u7684\u9080\u8bf7\u94fe\u63a5',
  ownCodeDetail: '\u628a\u5b83\u53d1\u7ed9\u670b\u53cb\u624d\u6709\u6548\u3002',
}

/** What the invitation says when a visitor would wonder; all else is silent. */
export const REFERRAL_WORDS: Catalogue<typeof en> = { en, 'zh-CN': chinese }
