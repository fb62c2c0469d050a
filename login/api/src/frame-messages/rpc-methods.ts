/** Methods that read and need no approval. The schema accepts any `params`. */
export const UNCHECKED_READ_METHODS = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_chainId',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'wallet_getCapabilities',
  'wallet_getAssets',
] as const

/** Methods that read and need no approval. `params` is an array. */
export const LIST_READ_METHODS = [
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
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
  'eth_sendRawTransaction',
  'eth_syncing',
] as const

/**
 * Methods that the frame refuses (R-FRAME-11): a filter exists on one node only. They parse, so that the refusal has
 * the nodes' wording, by which libraries poll instead.
 */
export const FILTER_METHODS = [
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_uninstallFilter',
] as const

/** Methods the user approves in the frame before they run. */
export const APPROVAL_METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
] as const
export type ApprovalMethod = (typeof APPROVAL_METHODS)[number]

/** Returns whether the frame shows `method` to the user before it runs. */
export function needsApproval(method: string): method is ApprovalMethod {
  return APPROVAL_METHODS.some((approval) => approval === method)
}
