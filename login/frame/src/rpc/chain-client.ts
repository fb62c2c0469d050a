import { FRAME_RPC_PATH } from '@bullring/login-api/custody-api/config'
import { JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { toCaipChainId } from '@bullring/wire/caip-ids'
import { requestJson } from '@bullring/wire/http/request-json'
import { FrameError } from '#frame-errors.ts'

/**
 * A node refused a JSON-RPC call, with its message.
 *
 * `data` is the revert data, if it was an execution.
 */
export class ChainError extends FrameError {
  override readonly name = 'ChainError'
  readonly code = 'frame.chain-error'
  readonly data: unknown

  constructor(message: string, data: unknown) {
    super(message)
    this.data = data
  }
}

/** Sends one JSON-RPC call to the chain and returns its result. */
export type ChainRequest = (call: { method: string; params?: unknown }) => Promise<unknown>

/** Creates the client of one chain. Requests go through the core to the wallet service's nodes. */
export function createChainRequest(chain: number | SolanaChainId): ChainRequest {
  return async ({ method, params }) => {
    const reply = await requestJson({
      url: `${FRAME_RPC_PATH}?chainId=${toCaipChainId(chain)}`,
      schema: JsonRpcReply,
      body: { jsonrpc: '2.0', id: 1, method, params: params ?? [] },
      credentials: 'omit',
    })
    if ('error' in reply) throw new ChainError(reply.error.message, reply.error.data)
    return reply.result
  }
}
