import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import { FRAME_RPC_PATH } from '@bullring/login-api/custody-api/config'
import { JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { toCaipChainId } from '@bullring/wire/caip-ids'
import { requestJson } from '@bullring/wire/http/request-json'

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
