import type { KeyObject } from 'node:crypto'
import {
  type EmailReceipt,
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_LIFETIME_S,
} from '@bullring/login-api/vault-api/email-receipt'
import type { MailboxReceipt } from '@bullring/login-api/vault-api/mailbox-receipt'
import type { SessionReceipt } from '@bullring/login-api/vault-api/session-receipt'
import { SignJWT } from 'jose'

/**
 * Signs a receipt of the core for the vault.
 *
 * @param typ - Of the header: the vault takes no receipt for another kind.
 */
export function signReceipt(
  receiptKey: KeyObject,
  typ: string,
  receipt: EmailReceipt | MailboxReceipt | SessionReceipt,
  nowS: number,
): Promise<string> {
  return new SignJWT({ ...receipt })
    .setProtectedHeader({ alg: RECEIPT_ALGORITHM, typ })
    .setIssuer(RECEIPT_ISSUER)
    .setAudience(RECEIPT_AUDIENCE)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + RECEIPT_LIFETIME_S)
    .sign(receiptKey)
}
