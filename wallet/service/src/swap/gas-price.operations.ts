import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { GasPrice, GasPriceQuery } from '@bullring/wallet-api/blockchain-api/gas-price'
import { UnknownChainError } from '../chain/errors.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'

/** Percentages of the node's suggestion. */
const FAST = 110n
const INSTANT = 125n

export type GasPriceDeps = {
  /** Undefined for a chain that is not served. */
  clientOf: (chainId: number) => RpcClient | undefined
  /** Chain of requests without a chain id. */
  mainChainId: number
}

/** GET /v1/convert/gas-price. */
export function gasPriceOperations({ clientOf, mainChainId }: GasPriceDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/convert/gas-price',
      summary: 'What a transaction pays per unit of gas, in wei',
      query: GasPriceQuery,
      response: GasPrice,
      errors: [...KEY_ERRORS, 404, 502],
      security: ['projectId'],
      handler: async ({ query: { chainId = mainChainId } }) => {
        const client = clientOf(chainId)
        if (client === undefined) throw new UnknownChainError(chainId)
        return toWire(await client.getGasPrice())
      },
    }),
  ]
}

function toWire(standard: bigint): GasPrice {
  const share = (percent: bigint) => `${(standard * percent) / 100n}`
  return { standard: `${standard}`, fast: share(FAST), instant: share(INSTANT) }
}
