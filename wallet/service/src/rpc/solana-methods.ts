import type { RpcError } from '@bullring/server/chain/nodes/rpc-reply'

/** Methods that wallets need. Excludes scans of all accounts or blocks, which nodes charge much for. */
const ALLOWED_METHODS: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getFeeForMessage',
  'getGenesisHash',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
])

/** Returns the error for a call to a Solana node that is not forwarded, or null. */
export function solanaRefusalOf(method: string): RpcError | null {
  return ALLOWED_METHODS.has(method) ? null : { code: -32_601, message: 'Method not found' }
}
