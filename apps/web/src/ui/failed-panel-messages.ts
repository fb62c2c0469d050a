import type { MessagesByLanguage } from '#i18n/language.ts'

const en = { retry: 'Try again' }
const zhCn: typeof en = { retry: '重试' }

/** Messages of a panel that failed to load. */
export const FAILED_PANEL_MESSAGES: MessagesByLanguage<typeof en> = { en, 'zh-CN': zhCn }
