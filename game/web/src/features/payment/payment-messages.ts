import { defineMessages } from '#i18n/message.ts'

/** Texts of a transaction that the wallet's dialog has asked for. */
export const PAYMENT_MESSAGES = defineMessages('payment', {
  sent: 'Sent. Waiting for the chain...',
  confirmed: 'Transaction confirmed',
  reverted: 'The chain refused the transaction. Only the network fee was spent.',
  rejected: 'Transaction cancelled by user',
  unknown:
    'It is not known yet whether the transaction was carried out. Look in the activity of your wallet before you try again.',
})
