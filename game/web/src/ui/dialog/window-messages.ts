import { defineMessages } from '#i18n/message.ts'

/** Messages of the frames of dialogs and toasts. */
export const WINDOW_MESSAGES = defineMessages('window', {
  close: 'Close',
  dismiss: 'Dismiss',
})

/** Levels of toasts, for screen readers. */
export const TOAST_LEVEL_MESSAGES = defineMessages('toast-level', {
  success: 'Done',
  info: 'Note',
  error: 'Error',
})
