import type { KeyObject } from 'node:crypto'
import {
  type EmailReceipt,
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_LIFETIME_S,
  RECEIPT_TYPE,
} from '@bullring/wire/embedded/vault-api/email-receipt'
import { SignJWT } from 'jose'

/** Signs the core's receipt for the address of a wallet's user. */
export function signReceipt(
  receiptKey: KeyObject,
  receipt: EmailReceipt,
  nowS: number,
): Promise<string> {
  return new SignJWT({ ...receipt })
    .setProtectedHeader({ alg: RECEIPT_ALGORITHM, typ: RECEIPT_TYPE })
    .setIssuer(RECEIPT_ISSUER)
    .setAudience(RECEIPT_AUDIENCE)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + RECEIPT_LIFETIME_S)
    .sign(receiptKey)
}
