import { sessionKeyPoint } from '@bullring/smart-account/session-key'
import { concatHex, type Hex } from 'viem'

type Key = InstanceType<typeof CryptoKey>
type KeyFields = Readonly<Record<string, unknown>>

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/** Creates the key of a bot, as it is stored. */
export async function createBotKey(): Promise<KeyFields> {
  const { privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  return { ...(await crypto.subtle.exportKey('jwk', privateKey)) }
}

/** Returns the key that signs the bot's calls, which cannot be read from then on. */
export function signingKey(fields: KeyFields): Promise<Key> {
  return crypto.subtle.importKey('jwk', fields, ALGORITHM, false, ['sign'])
}

/** Returns the point of a bot's key. */
export async function pointOf({ kty, crv, x, y }: KeyFields): Promise<{ x: Hex; y: Hex }> {
  const fields = { kty, crv, x, y } as Readonly<Record<string, string>>
  return await sessionKeyPoint(
    await crypto.subtle.importKey('jwk', fields, ALGORITHM, true, ['verify']),
  )
}

/** Returns a point as links have it. */
export function pointText({ x, y }: { x: Hex; y: Hex }): Hex {
  return concatHex([x, y])
}
