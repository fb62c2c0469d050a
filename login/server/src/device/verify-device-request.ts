import {
  DEVICE_HEADERS,
  deviceIdOf,
  MAX_CLOCK_SKEW_S,
  NonceField,
  readDeviceKey,
  verifyDeviceSignature,
} from '@bullring/login-api/device-signature'
import { withLoopbackNames } from '@bullring/server/http/loopback-names'
import type { Context } from 'hono'
import type { QueryExecutorProvider } from 'kysely'
import { takeNonce } from './device-nonces.ts'
import {
  BadDeviceSignatureError,
  ReplayedDeviceRequestError,
  StaleDeviceRequestError,
  UnknownAppOriginError,
} from './errors.ts'

/** The device that signed a request. */
export type RequestDevice = {
  /** Thumbprint of its key. */
  id: string
  /** Session token; null if there is none. */
  token: string | null
  /** Origin of the app that embeds the frame, or the frame's own. */
  origin: string
}

export type DeviceCheck = {
  /** Holds the table of `CREATE_DEVICE_NONCES`. */
  db: QueryExecutorProvider
  nowMs: () => number
  /** Origin at which browsers reach the service; null for the one in the request's URL. */
  audience: string | null
  /** Whether an app of this origin may use the service. */
  isKnownOrigin: (origin: string) => boolean
}

/** Nonces are kept longer than their requests are accepted: the clocks of several processes differ. */
const NONCE_MARGIN_S = 300

/**
 * A nonce counts for all devices: the signature does not cover the key, which can be written in several ways, and ECDSA
 * signatures verify with other keys, too.
 */
const ANY_DEVICE = 'any'

/**
 * Checks the signature of a request, its time and that it is received for the first time. Needs `limitBody` before it.
 *
 * @throws {HttpError} of `errors.ts`.
 */
export async function verifyDeviceRequest(
  c: Context,
  { db, nowMs, audience, isKnownOrigin }: DeviceCheck,
): Promise<RequestDevice> {
  const header = (name: keyof typeof DEVICE_HEADERS) => c.req.header(DEVICE_HEADERS[name]) ?? ''
  const key = readDeviceKey(header('key'))
  const time = Number(header('time'))
  const nonce = NonceField.safeParse(header('nonce'))
  if (key === null || !Number.isSafeInteger(time) || !nonce.success) {
    throw new BadDeviceSignatureError()
  }
  const nowS = Math.floor(nowMs() / 1_000)
  if (Math.abs(time - nowS) > MAX_CLOCK_SKEW_S) throw new StaleDeviceRequestError(nowS)
  const { origin, pathname, search } = new URL(c.req.url)
  const signed = {
    method: c.req.method,
    audience:
      audience === null || withLoopbackNames([audience]).includes(origin) ? origin : audience,
    path: `${pathname}${search}`,
    time,
    nonce: nonce.data,
    body: await c.req.text(),
    token: tokenOf(c),
    origin: header('origin'),
  }
  const isSigned = await verifyDeviceSignature(key, header('signature'), signed)
  if (!isSigned) throw new BadDeviceSignatureError()
  if (!isKnownOrigin(signed.origin)) throw new UnknownAppOriginError()
  const id = await deviceIdOf(key)
  const expiresAt = time + MAX_CLOCK_SKEW_S + NONCE_MARGIN_S
  if (!(await takeNonce(db, { deviceId: ANY_DEVICE, nonce: nonce.data, expiresAt }))) {
    throw new ReplayedDeviceRequestError()
  }
  return { id, token: signed.token, origin: signed.origin }
}

function tokenOf(c: Context): string | null {
  const [, token = null] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
  return token
}
