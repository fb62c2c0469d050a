import { classifyFailure } from '#core/failure/classify-failure.ts'

/** Reason why there is no connection, decided by wallet, relay or network. */
export type PairingFailure =
  | 'declined'
  /** The relay does not accept the page's origin, or its project id. */
  | 'siteRefused'
  | 'projectRefused'
  /** The relay refuses the time of this device. */
  | 'clockRefused'
  /** The relay gets too many requests from here. */
  | 'busy'
  | 'unreachable'
  | 'failed'

/** Codes and texts of relays of the WalletConnect protocol, and of its client. */
const TOO_MANY_REQUESTS = 3_001
const RELAY_UNREACHABLE = -32_000
const REASONS: readonly (readonly [text: RegExp, failure: PairingFailure])[] = [
  [/origin not allowed/i, 'siteRefused'],
  [/unauthorized: invalid key|project/i, 'projectRefused'],
  [/jwt.*(not yet valid|expired)/i, 'clockRefused'],
]

/** Finds out why a connection through the relay has failed, with a text for failures without one. */
export function classifyPairingFailure(error: unknown): {
  status: PairingFailure
  message: string
} {
  const { kind, message } = classifyFailure(error)
  if (kind === 'rejected') return { status: 'declined', message }
  const { code, name } = error instanceof Error ? (error as Error & { code?: unknown }) : {}
  if (name !== 'WalletConnectError') return { status: 'failed', message }
  if (code === TOO_MANY_REQUESTS) return { status: 'busy', message }
  if (code === RELAY_UNREACHABLE) return { status: 'unreachable', message }
  const status = REASONS.find(([text]) => text.test(message))?.[1] ?? 'failed'
  return { status, message }
}
