import type { ConnectMethod } from '#core/options.ts'

type MethodOrder = {
  /** `features.connectMethodsOrder`. */
  configured: readonly ConnectMethod[] | undefined
  /** True when the list shows a wallet of this browser. */
  hasInstalledWallet: boolean
}

/** Returns the order of the connection methods (R-CONNECT-1, R-CONNECT-2). */
export function methodOrder({ configured, hasInstalledWallet }: MethodOrder) {
  if (configured !== undefined) return configured
  return hasInstalledWallet ? WALLET_FIRST : WALLET_LAST
}

const WALLET_FIRST: readonly ConnectMethod[] = ['wallet', 'email', 'social']
const WALLET_LAST: readonly ConnectMethod[] = ['email', 'social', 'wallet']
