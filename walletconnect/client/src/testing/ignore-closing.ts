import { CODES, WalletConnectError } from '../walletconnect-error.ts'

/** Handles the error of a test's client when it is closed before the relay has replied. */
export function ignoreClosing(error: unknown): void {
  if (!(error instanceof WalletConnectError) || error.code !== CODES.relayUnreachable) throw error
}
