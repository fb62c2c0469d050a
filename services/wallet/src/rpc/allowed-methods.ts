import { STATELESS_METHODS } from '@bullring/server/chain/stateless-methods'

/**
 * No filters among them: one node would have to remember them, and the next call may reach another.
 */
const ALLOWED_METHODS: ReadonlySet<string> = new Set(STATELESS_METHODS)

/** What only the holder of a key can answer. */
const WALLET_METHOD = /^(?:wallet_|personal_|eth_(?:sign|accounts|requestAccounts|sendTransaction))/

/** Why a method is not passed on; null when it is. Spec, section 8. */
export function refusalOf(method: string): { code: -32_601 | 4_200; message: string } | null {
  if (ALLOWED_METHODS.has(method)) return null
  if (WALLET_METHOD.test(method)) return { code: 4_200, message: `Unsupported method: ${method}` }
  return { code: -32_601, message: `Method not found: ${method}` }
}
