import { defineMessages } from '#i18n/message.ts'

/** Messages of a panel that failed to load. */
export const FAILED_PANEL_MESSAGES = defineMessages('failed-panel', { retry: 'Try again' })
