/**
 * POST /core/bundler, with a session: one JSON-RPC call to the bundler, for the user's own smart account on the chain in
 * `smartAccountChainIds` of the frame's configuration. See `blockchain-api/json-rpc.ts` for body and reply.
 */
export const FRAME_BUNDLER_PATH = '/core/bundler'

/** Methods whose first parameter is a user operation (ERC-7769), or the start of one. */
export const OPERATION_METHODS = [
  'eth_estimateUserOperationGas',
  'eth_sendUserOperation',
  'bundler_quoteFees',
] as const

/** Methods that name an operation by its hash, or nothing. */
export const BUNDLER_READ_METHODS = [
  'eth_chainId',
  'eth_supportedEntryPoints',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'bundler_getOperationStatus',
] as const
