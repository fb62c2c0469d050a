/** What sends the operations of smart accounts. */
export type Bundler = {
  /** For JSON-RPC. */
  url: string
  /** Null for a hosted one, which expects none. */
  token: string | null
  /** Stops our own. */
  stop: () => Promise<void>
}
