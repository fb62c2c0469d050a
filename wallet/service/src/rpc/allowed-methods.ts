import type { RpcError } from '@bullring/server/chain/nodes/rpc-reply'
import { logRangeIssue } from './log-range.ts'
import { simulationIssue } from './simulation-size.ts'

/**
 * JSON-RPC methods that pages and wallets need: reads with the same result from any node, and sending signed
 * transactions (R-RPC-11). An allow-list, because a node may also offer signing accounts, a movable clock
 * and debuggers. Excludes filters: a node would have to remember them, and the next call may reach another one.
 */
const ALLOWED_METHODS: ReadonlySet<string> = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])

/** Checks of methods that nodes execute without a limit. */
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
