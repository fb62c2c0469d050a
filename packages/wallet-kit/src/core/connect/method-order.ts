import type { ConnectMethod } from '#core/options.ts'

type MethodOrder = {
  /** `features.connectMethodsOrder`. */
  configured: readonly ConnectMethod[] | undefined
  /** True when a wallet in the visitor's browser is listed. */
  hasInstalledWallet: boolean
}

/** Order of the ways to connect (spec, section 2, "Connection methods"). */
export function methodOrder({ configured, hasInstalledWallet }: MethodOrder) {
  if (configured !== undefined) return configured
  return hasInstalledWallet ? WALLET_FIRST : WALLET_LAST
}

const WALLET_FIRST: readonly ConnectMethod[] = ['wallet', 'email', 'social']
const WALLET_LAST: readonly ConnectMethod[] = ['email', 'social', 'wallet']
