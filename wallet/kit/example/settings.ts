import type { KitOptions, ThemeMode } from '#core/options.ts'

/** Settings of the example page, read from its URL. */
export type Settings = {
  rpcUrl: string
  /** Node of a second network (chain id 97). */
  secondRpcUrl: string | null
  /** Node of a local chain (chain id 31337), which is then the only network. */
  localRpcUrl: string | null
  /** WalletConnect relay; null leaves WalletConnect out. */
  relayUrl: string | null
  /** Origin of the embedded wallet; null leaves login by email out. */
  frameUrl: string | null
  /** Leaves out `window.ethereum` and announced wallets. */
  isBasic: boolean
  /** Shows a button that requests a signature of the connected account. */
  hasSignButton: boolean
  themeMode: ThemeMode
  options: Partial<KitOptions>
}

/**
 * Reads the settings from the query of the page's URL.
 *
 * @param query - `rpc`, `second`, `local`, `theme`, `relay`, `frame`, `basic`, `sign`, and `options` as JSON.
 */
export function readSettings(query: URLSearchParams): Settings {
  return {
    rpcUrl: query.get('rpc') ?? 'http://127.0.0.1:8545',
    secondRpcUrl: query.get('second'),
    localRpcUrl: query.get('local'),
    relayUrl: query.get('relay'),
    frameUrl: query.get('frame'),
    isBasic: query.has('basic'),
    hasSignButton: query.has('sign'),
    themeMode: query.get('theme') === 'dark' ? 'dark' : 'light',
    options: JSON.parse(query.get('options') ?? '{}') as Partial<KitOptions>,
  }
}
