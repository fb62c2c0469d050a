import type { MessagesByLanguage } from '#i18n/language.ts'

const en = { retry: 'Try again' }
const zhCn: typeof en = { retry: '重试' }

/** What a panel says that has nothing to show because something failed. */
export const FAILED_PANEL_MESSAGES: MessagesByLanguage<typeof en> = { en, 'zh-CN': zhCn }
