import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { toMarketError } from './errors.ts'

/** The immutable terms of a bullring contract. */
export type BullringContract = {
  kind: 'bullring'
  predictionAddress: Address
  oracleAddress: Address
  schedule: Schedule
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
  /** Largest payout per stake in hundredths; 0 for no limit. */
  maxPayoutMultiple: number
}

/**
 * Reads the contract's immutable terms.
 *
 * @throws {NoMarketError} when the address holds no such contract.
 * @throws {ChainUnreachableError} when the endpoint does not respond.
 */
export async function readBullringContract(
  client: ChainClient,
  address: Address,
): Promise<BullringContract> {
  const contract = { address, abi: predictionAbi } as const
  try {
    const [oracle, genesis, interval, strikeDelay, window, maxPayoutMultiple] = await Promise.all([
      client.readContract({ ...contract, functionName: 'oracle' }),
      client.readContract({ ...contract, functionName: 'genesisTimestamp' }),
      client.readContract({ ...contract, functionName: 'intervalSeconds' }),
      client.readContract({ ...contract, functionName: 'strikeDelay' }),
      client.readContract({ ...contract, functionName: 'settlementWindow' }),
      client.readContract({ ...contract, functionName: 'maxPayoutMultiple' }),
    ])
    return {
      kind: 'bullring',
      predictionAddress: address,
      oracleAddress: oracle,
      schedule: {
        genesisTimestamp: toUnixSeconds(genesis),
        intervalSeconds: Number(interval),
        strikeDelay: Number(strikeDelay),
      },
      settlementWindow: Number(window),
      maxPayoutMultiple: Number(maxPayoutMultiple),
    }
  } catch (cause) {
    throw toMarketError(cause, 'Bullring')
  }
}
