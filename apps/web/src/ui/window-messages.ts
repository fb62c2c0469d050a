import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  close: 'Close',
  dismiss: 'Dismiss',
  levels: { success: 'Done', info: 'Note', error: 'Error' },
}

const zhCn: typeof en = {
  close: '关闭',
  dismiss: '关闭消息',
  levels: { success: '完成', info: '提示', error: '错误' },
}

/** Messages of the frames of dialogs and toasts. */
export const WINDOW_MESSAGES: MessagesByLanguage<typeof en> = { en, 'zh-CN': zhCn }
