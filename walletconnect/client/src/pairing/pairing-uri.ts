import { hexToBytes } from '@noble/hashes/utils'
import { hashKey } from '../crypto/hash.ts'
import { isKey } from '../protocol/parties.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

/** Content of a pairing link. */
export type PairingLink = {
  topic: string
  /** Hex digits. */
  symKey: string
  expiryMs: number
  /** Methods that the app will send first; empty for proposals. */
  methods: readonly string[]
}

/** Writes a `wc:` link. */
export function writePairingUri({ topic, symKey, expiryMs, methods }: PairingLink): string {
  const query = [
    `expiryTimestamp=${Math.floor(expiryMs / 1_000)}`,
    ...(methods.length > 0 ? [`methods=${methods.join(',')}`] : []),
    'relay-protocol=irn',
    `symKey=${symKey}`,
  ]
  return `wc:${topic}@2?${query.join('&')}`
}

/**
 * Reads a `wc:` link, or a link of a wallet app around one (`scheme://wc?uri=…`).
 *
 * @throws {WalletConnectError} when it is no pairing link, or one of another version, or damaged.
 */
export async function readPairingUri(text: string): Promise<PairingLink> {
  const match = /^wc:(?:\/\/)?([0-9a-f]{64})@2\?(.*)$/.exec(unwrap(text.trim()))
  const query = new URLSearchParams(match?.[2])
  const topic = match?.[1] ?? ''
  const symKey = query.get('symKey') ?? ''
  if (!isKey(symKey) || query.get('relay-protocol') !== 'irn') throw invalid()
  if ((await hashKey(hexToBytes(symKey))) !== topic) throw invalid()
  const seconds = Number(query.get('expiryTimestamp') ?? Number.NaN)
  const methods = (query.get('methods') ?? '').split(',').filter((method) => method !== '')
  // Old apps name no time.
  const expiryMs = Number.isSafeInteger(seconds) ? seconds * 1_000 : Number.POSITIVE_INFINITY
  return { topic, symKey, expiryMs, methods }
}

function unwrap(text: string): string {
  if (text.startsWith('wc:')) return text
  const start = text.indexOf('?')
  const inner = start === -1 ? null : new URLSearchParams(text.slice(start)).get('uri')
  return inner?.startsWith('wc%3A') ? decodeURIComponent(inner) : (inner ?? '')
}

function invalid(): WalletConnectError {
  return new WalletConnectError(CODES.invalidInput, 'This is no pairing link, or a damaged one.')
}
