/** Tokens of the services that call our bundler. */
export type BundlerTokens = { custody: string; wallet: string }

/** What sends the operations of smart accounts. */
export type Bundler = {
  /** For JSON-RPC. */
  url: string
  /** Of each service that calls it; null for a hosted one, which expects none. */
  tokens: BundlerTokens | null
  /** Stops our own. */
  stop: () => Promise<void>
}
