/** Codes of the sign protocol, of JSON-RPC, and of the relay. */
export const CODES = {
  invalidMethod: 1_001,
  invalidEvent: 1_002,
  invalidUpdate: 1_003,
  unauthorizedMethod: 3_001,
  unauthorizedEvent: 3_002,
  unauthorizedUpdate: 3_003,
  unauthorizedExtend: 3_004,
  rejected: 5_000,
  unsupportedChains: 5_100,
  unsupportedMethods: 5_101,
  unsupportedEvents: 5_102,
  unsupportedAccounts: 5_103,
  unsupportedNamespace: 5_104,
  disconnected: 6_000,
  settlementFailed: 7_000,
  expired: 8_000,
  unknownMethod: 10_001,
  /** Used by this package only: the call cannot be made. */
  invalidInput: -32_602,
  notFound: -32_001,
  /** A chain's endpoint did not respond in time. */
  endpointLate: -32_002,
  /** The app has sent more requests than a wallet keeps (EIP-1474). */
  limitExceeded: -32_005,
  /** The relay refused the client: its project, its origin or its token. */
  relayRefused: 3_000,
  relayFailed: -32_603,
  relayUnreachable: -32_000,
} as const

/** An error that this package throws, or that a peer has sent. */
export class WalletConnectError extends Error {
  override readonly name = 'WalletConnectError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, options: ErrorOptions & { data?: unknown } = {}) {
    super(message, options)
    this.code = code
    this.data = options.data
  }
}

/** Returns the error for calls to a closed client, and for those in flight when it closes. */
export function clientClosed(): WalletConnectError {
  return new WalletConnectError(CODES.relayUnreachable, 'The client was closed.')
}
