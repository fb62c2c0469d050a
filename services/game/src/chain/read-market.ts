import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { ChainUnreachableError, toMarketError, WrongChainError } from './errors.ts'

/** What never changes about a market. */
export type Market = {
  kind: 'bullring'
  predictionAddress: Address
  oracleAddress: Address
  schedule: Schedule
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
}

/**
 * Makes sure that the endpoint serves the configured chain.
 *
 * @throws {WrongChainError} when it serves another one.
 * @throws {ChainUnreachableError} when it does not answer.
 */
export async function checkChainId(client: ChainClient): Promise<void> {
  const actual = await client.getChainId().catch((cause: unknown) => {
    throw new ChainUnreachableError({ cause })
  })
  if (actual !== client.chain.id) throw new WrongChainError({ expected: client.chain.id, actual })
}

/**
 * Reads a market's immutable settings.
 *
 * @throws {NoMarketError} when the address holds no such contract.
 * @throws {ChainUnreachableError} when the endpoint does not answer.
 */
export async function readMarket(client: ChainClient, address: Address): Promise<Market> {
  const contract = { address, abi: predictionAbi } as const
  try {
    const [oracle, genesis, interval, settlementWindow] = await Promise.all([
      client.readContract({ ...contract, functionName: 'oracle' }),
      client.readContract({ ...contract, functionName: 'genesisTimestamp' }),
      client.readContract({ ...contract, functionName: 'intervalSeconds' }),
      client.readContract({ ...contract, functionName: 'settlementWindow' }),
    ])
    return {
      kind: 'bullring',
      predictionAddress: address,
      oracleAddress: oracle,
      schedule: {
        genesisTimestamp: toUnixSeconds(genesis),
        intervalSeconds: Number(interval),
      },
      settlementWindow: Number(settlementWindow),
    }
  } catch (cause) {
    throw toMarketError(cause, 'Bullring')
  }
}
