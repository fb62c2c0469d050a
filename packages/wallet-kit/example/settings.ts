import type { KitOptions, ThemeMode } from '#core/options.ts'

/** What the address of the example page asks for; the browser tests drive the kit by it. */
export type Settings = {
  rpcUrl: string
  /** Node of a second network. */
  secondRpcUrl: string | null
  /** Node of a local chain, which then is the only network. */
  localRpcUrl: string | null
  /** Adds WalletConnect over this relay. */
  relayUrl: string | null
  /** Leaves `window.ethereum` and announced wallets out. */
  isBasic: boolean
  themeMode: ThemeMode
  options: Partial<KitOptions>
}

/** @param query - `rpc`, `second`, `local`, `theme`, `relay`, `basic`, and `options` as JSON. */
export function readSettings(query: URLSearchParams): Settings {
  return {
    rpcUrl: query.get('rpc') ?? 'http://127.0.0.1:8545',
    secondRpcUrl: query.get('second'),
    localRpcUrl: query.get('local'),
    relayUrl: query.get('relay'),
    isBasic: query.has('basic'),
    themeMode: query.get('theme') === 'dark' ? 'dark' : 'light',
    options: JSON.parse(query.get('options') ?? '{}') as Partial<KitOptions>,
  }
}
