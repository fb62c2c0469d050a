import type { KeyObject } from 'node:crypto'
import {
  EmailReceipt,
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_LIFETIME_S,
  RECEIPT_TYPE,
} from '@bullring/wire/embedded/vault-api/email-receipt'
import {
  MAILBOX_RECEIPT_TYPE,
  MailboxReceipt,
} from '@bullring/wire/embedded/vault-api/mailbox-receipt'
import {
  SESSION_RECEIPT_TYPE,
  SessionReceipt,
} from '@bullring/wire/embedded/vault-api/session-receipt'
import { type JWTPayload, jwtVerify } from 'jose'
import { InvalidReceiptError } from './errors.ts'

/** How far custody's clock may differ. */
const TOLERANCE_S = 10

/** Whose signature counts, and the device that presents the receipt. */
type ReceiptCheck = { custodyKey: KeyObject; deviceId: string }

/**
 * Checks custody's receipt for the address of a wallet's user.
 *
 * @throws {InvalidReceiptError}
 */
export async function verifyReceipt(jwt: string, check: ReceiptCheck): Promise<EmailReceipt> {
  const claims = EmailReceipt.safeParse(await verifyJwt(jwt, RECEIPT_TYPE, check))
  if (!claims.success || claims.data.device !== check.deviceId) throw new InvalidReceiptError()
  return claims.data
}

/**
 * Checks custody's receipt that a device is logged in to a wallet's user.
 *
 * @throws {InvalidReceiptError}
 */
export async function verifySessionReceipt(
  jwt: string,
  check: ReceiptCheck,
): Promise<SessionReceipt> {
  const claims = SessionReceipt.safeParse(await verifyJwt(jwt, SESSION_RECEIPT_TYPE, check))
  if (!claims.success || claims.data.device !== check.deviceId) throw new InvalidReceiptError()
  return claims.data
}

/**
 * Checks custody's receipt that a mailbox has let a device in.
 *
 * @throws {InvalidReceiptError}
 */
export async function verifyMailboxReceipt(
  jwt: string,
  check: ReceiptCheck,
): Promise<MailboxReceipt> {
  const claims = MailboxReceipt.safeParse(await verifyJwt(jwt, MAILBOX_RECEIPT_TYPE, check))
  if (!claims.success || claims.data.device !== check.deviceId) throw new InvalidReceiptError()
  return claims.data
}

async function verifyJwt(
  jwt: string,
  typ: string,
  { custodyKey }: ReceiptCheck,
): Promise<JWTPayload> {
  const verified = await jwtVerify(jwt, custodyKey, {
    algorithms: [RECEIPT_ALGORITHM],
    typ,
    issuer: RECEIPT_ISSUER,
    audience: RECEIPT_AUDIENCE,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: RECEIPT_LIFETIME_S,
    clockTolerance: TOLERANCE_S,
  }).catch((cause: unknown) => {
    throw new InvalidReceiptError({ cause })
  })
  return verified.payload
}
