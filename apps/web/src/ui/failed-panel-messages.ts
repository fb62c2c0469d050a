import type { Catalogue } from '#i18n/language.ts'

const en = { retry: 'Try again' }
const zhCn: typeof en = { retry: '重试' }

/** What a panel says that has nothing to show because something failed. */
export const FAILED_PANEL_MESSAGES: Catalogue<typeof en> = { en, 'zh-CN': zhCn }
