import { STATELESS_METHODS } from '@bullring/server/chain/stateless-methods'
import type { RpcError } from '../chain/rpc-reply.ts'
import { logRangeIssue } from './log-range.ts'
import { simulationIssue } from './simulation-size.ts'

/** Excludes filters: a node would have to remember them, and the next call may reach another one. */
const ALLOWED_METHODS: ReadonlySet<string> = new Set(STATELESS_METHODS)

/** What a node would do without limit. */
const ISSUES: Readonly<Record<string, (params: readonly unknown[]) => string | null>> = {
  eth_getLogs: logRangeIssue,
  eth_simulateV1: simulationIssue,
}

/** Methods for the holder of a key. */
const WALLET_METHOD = /^(?:wallet_|personal_|eth_(?:sign|accounts|requestAccounts|sendTransaction))/

/**
 * Returns the error for a call that is not forwarded (R-RPC-9, R-RPC-10), or null. An unknown method is refused in
 * geth's wording: ethers recognizes by it that it has to poll instead of using filters.
 */
export function refusalOf(method: string, params: readonly unknown[]): RpcError | null {
  if (WALLET_METHOD.test(method)) return { code: 4_200, message: `Unsupported method: ${method}` }
  if (!ALLOWED_METHODS.has(method)) {
    return { code: -32_601, message: `the method ${method} does not exist/is not available` }
  }
  const issue = ISSUES[method]?.(params) ?? null
  return issue === null ? null : { code: -32_602, message: issue }
}
