/** Tokens of the services that call our bundler. */
export type BundlerTokens = { custody: string; wallet: string }

/** A bundler, which sends the operations of smart accounts. */
export type Bundler = {
  /** URL of its JSON-RPC. */
  url: string
  /** Token of each service that calls it; null for a hosted bundler, which expects none. */
  tokens: BundlerTokens | null
  /** Stops our bundler; does nothing with a hosted one. */
  stop: () => Promise<void>
}
