import type { KeyObject } from 'node:crypto'
import {
  MAILBOX_RECEIPT_TYPE,
  type MailboxReceipt,
} from '@bullring/login-api/vault-api/mailbox-receipt'
import type { Clock } from '../clock.ts'
import { signReceipt } from '../logins/sign-receipt.ts'

export type MailboxReceiptDeps = {
  /** Signs receipts for the vault. */
  receiptKey: KeyObject
  nowS: Clock
}

/** Signs the statement that a mailed link has let a device log in with an address. */
export async function mailboxReceipt(
  { receiptKey, nowS }: MailboxReceiptDeps,
  { email, deviceId }: { email: string; deviceId: string },
): Promise<string> {
  const receipt: MailboxReceipt = { device: deviceId, email }
  return await signReceipt(receiptKey, MAILBOX_RECEIPT_TYPE, receipt, nowS())
}
