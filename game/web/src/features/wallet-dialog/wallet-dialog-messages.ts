import { defineMessages } from '#i18n/message.ts'

/** Texts of a request that the wallet's dialog has sent. */
export const WALLET_DIALOG_MESSAGES = defineMessages('wallet-dialog', {
  sent: 'Sent. Waiting for the chain...',
  transaction: 'Transaction confirmed',
  approval: 'The token is approved. Open the swap again to go on.',
  revocation: 'The permission has ended',
  reverted: 'The chain refused the transaction. Only the network fee was spent.',
  rejected: 'Transaction cancelled by user',
  unknown:
    'It is not known yet whether the request was carried out. Look in your wallet before you try again.',
})
