import type { KeyObject } from 'node:crypto'
import {
  EmailReceipt,
  RECEIPT_ALGORITHM,
  RECEIPT_AUDIENCE,
  RECEIPT_ISSUER,
  RECEIPT_LIFETIME_S,
  RECEIPT_TYPE,
} from '@bullring/login-api/vault-api/email-receipt'
import { MAILBOX_RECEIPT_TYPE, MailboxReceipt } from '@bullring/login-api/vault-api/mailbox-receipt'
import { SESSION_RECEIPT_TYPE, SessionReceipt } from '@bullring/login-api/vault-api/session-receipt'
import { type JWTPayload, jwtVerify } from 'jose'
import type * as z from 'zod/mini'
import { InvalidReceiptError } from './errors.ts'

/** Tolerated difference of custody's clock. */
const TOLERANCE_S = 10

/** Key that must have signed the receipt, and the device that presents it. */
type ReceiptCheck = { custodyKey: KeyObject; deviceId: string }

/** A receipt as a page presents it; absent for none. */
type GivenReceipt = string | null | undefined

/**
 * Checks custody's receipt for the address of a wallet's user.
 *
 * @throws {InvalidReceiptError}
 */
export function verifyReceipt(jwt: string, check: ReceiptCheck): Promise<EmailReceipt> {
  return verifyKind({ schema: EmailReceipt, typ: RECEIPT_TYPE }, jwt, check)
}

/** Reads custody's receipt that a device is logged in to a wallet's user. Returns null unless it is valid. */
export function readSessionReceipt(
  jwt: GivenReceipt,
  check: ReceiptCheck,
): Promise<SessionReceipt | null> {
  return readKind({ schema: SessionReceipt, typ: SESSION_RECEIPT_TYPE }, jwt, check)
}

/** Reads custody's receipt that a mailbox has let a device in. Returns null unless it is valid. */
export function readMailboxReceipt(
  jwt: GivenReceipt,
  check: ReceiptCheck,
): Promise<MailboxReceipt | null> {
  return readKind({ schema: MailboxReceipt, typ: MAILBOX_RECEIPT_TYPE }, jwt, check)
}

type Kind<receipt> = { schema: z.ZodMiniType<receipt>; typ: string }

async function readKind<receipt extends { device: string }>(
  kind: Kind<receipt>,
  jwt: GivenReceipt,
  check: ReceiptCheck,
): Promise<receipt | null> {
  if (jwt === null || jwt === undefined) return null
  try {
    return await verifyKind(kind, jwt, check)
  } catch (error) {
    if (error instanceof InvalidReceiptError) return null
    throw error
  }
}

async function verifyKind<receipt extends { device: string }>(
  { schema, typ }: Kind<receipt>,
  jwt: string,
  check: ReceiptCheck,
): Promise<receipt> {
  const claims = schema.safeParse(await verifyJwt(jwt, typ, check))
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
