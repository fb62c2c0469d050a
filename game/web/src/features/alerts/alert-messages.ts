import { defineMessages, message } from '#i18n/message.ts'

/** Texts of notifications, beside those of results. */
export const ALERT_MESSAGES = defineMessages('alerts', {
  locked: message('Round #{epoch} is locked', 'epoch'),
  yourBet: message('Your bet: {side} {amount} BNB', 'side', 'amount'),
})
