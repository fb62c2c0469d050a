import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { SupportedChains } from '@bullring/wallet-api/blockchain-api/supported-chains'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { KEY_ERRORS } from '../http/documented-errors.ts'

/** GET /v1/supported-chains. WebSockets are not offered. */
export function supportedChainsOperations({
  chainIds,
  solanaIds,
  historyChainIds,
}: {
  chainIds: readonly number[]
  solanaIds: readonly SolanaChainId[]
  historyChainIds: readonly number[]
}): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/supported-chains',
      summary: 'Chains that the other operations support',
      response: SupportedChains,
      errors: KEY_ERRORS,
      security: ['projectId'],
      handler: () => ({
        http: [...chainIds.map(toCaipNetworkId), ...solanaIds],
        ws: [],
        history: historyChainIds.map(toCaipNetworkId),
      }),
    }),
  ]
}
