import type { KeyObject } from 'node:crypto'
import {
  EmailReceipt,
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_LIFETIME_S,
  RECEIPT_TYPE,
} from '@bullring/wire/embedded/vault-api/email-receipt'
import { jwtVerify } from 'jose'
import { InvalidReceiptError } from './errors.ts'

/** How far custody's clock may differ. */
const TOLERANCE_S = 10

/**
 * Checks custody's receipt for the address of a wallet's user.
 *
 * @throws {InvalidReceiptError}
 */
export async function verifyReceipt(
  jwt: string,
  { custodyKey, deviceId }: { custodyKey: KeyObject; deviceId: string },
): Promise<EmailReceipt> {
  const verified = await jwtVerify(jwt, custodyKey, {
    algorithms: [RECEIPT_ALGORITHM],
    typ: RECEIPT_TYPE,
    issuer: RECEIPT_ISSUER,
    audience: RECEIPT_AUDIENCE,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: RECEIPT_LIFETIME_S,
    clockTolerance: TOLERANCE_S,
  }).catch((cause: unknown) => {
    throw new InvalidReceiptError({ cause })
  })
  const claims = EmailReceipt.safeParse(verified.payload)
  if (!claims.success || claims.data.device !== deviceId) throw new InvalidReceiptError()
  return claims.data
}
