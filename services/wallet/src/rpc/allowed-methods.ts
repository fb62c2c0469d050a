import { STATELESS_METHODS } from '@bullring/server/chain/stateless-methods'

/** Excludes filters: a node would have to remember them, and the next call may reach another one. */
const ALLOWED_METHODS: ReadonlySet<string> = new Set(STATELESS_METHODS)

/** Methods for the holder of a key. */
const WALLET_METHOD = /^(?:wallet_|personal_|eth_(?:sign|accounts|requestAccounts|sendTransaction))/

/** Returns the error for a method that is not forwarded (R-RPC-9, R-RPC-10), or null. */
export function refusalOf(method: string): { code: -32_601 | 4_200; message: string } | null {
  if (ALLOWED_METHODS.has(method)) return null
  if (WALLET_METHOD.test(method)) return { code: 4_200, message: `Unsupported method: ${method}` }
  return { code: -32_601, message: `Method not found: ${method}` }
}
