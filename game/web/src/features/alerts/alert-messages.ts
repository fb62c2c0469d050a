import { defineMessages, message } from '#i18n/message.ts'

/** Texts of notifications, except for results. */
export const ALERT_MESSAGES = defineMessages('alerts', {
  locked: message('Round #{epoch} is locked', 'epoch'),
  yourBet: message('Your bet: {side} {amount} BNB', 'side', 'amount'),
})
