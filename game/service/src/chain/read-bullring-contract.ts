import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { isContractAnswer, OutdatedContractError, toMarketError } from './errors.ts'

/** The immutable terms of a bullring contract. */
export type BullringContract = {
  kind: 'bullring'
  predictionAddress: Address
  oracleAddress: Address
  schedule: Schedule
  /** Seconds after a strike's time in which the oracle's answer must come. */
  maxOracleDelay: number
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
  /** Largest payout per stake in hundredths; 0 for no limit. */
  maxPayoutMultiple: number
  /** Whether it has `payOut`, which contracts of release 0.2 lack. */
  canPayOut: boolean
}

/**
 * Reads the contract's immutable terms.
 *
 * @throws {NoMarketError} when the address holds no such contract.
 * @throws {OutdatedContractError} when it holds one of an earlier release.
 * @throws {ChainUnreachableError} when the endpoint does not respond.
 */
export async function readBullringContract(
  client: ChainClient,
  address: Address,
): Promise<BullringContract> {
  const contract = { address, abi: predictionAbi } as const
  try {
    const [oracle, genesis, interval, delay, window] = await Promise.all([
      client.readContract({ ...contract, functionName: 'oracle' }),
      client.readContract({ ...contract, functionName: 'genesisTimestamp' }),
      client.readContract({ ...contract, functionName: 'intervalSeconds' }),
      client.readContract({ ...contract, functionName: 'maxOracleDelay' }),
      client.readContract({ ...contract, functionName: 'settlementWindow' }),
    ])
    const [{ strikeDelay, maxPayoutMultiple }, canPayOut] = await Promise.all([
      readNewTerms(client, address),
      hasPayOut(client, address),
    ])
    return {
      kind: 'bullring',
      predictionAddress: address,
      oracleAddress: oracle,
      schedule: {
        genesisTimestamp: toUnixSeconds(genesis),
        intervalSeconds: Number(interval),
        strikeDelay,
      },
      maxOracleDelay: Number(delay),
      settlementWindow: Number(window),
      maxPayoutMultiple,
      canPayOut,
    }
  } catch (cause) {
    if (cause instanceof OutdatedContractError) throw cause
    throw toMarketError(cause, { kind: 'Bullring', address })
  }
}

/** Reads what contracts of earlier releases lack. */
async function readNewTerms(client: ChainClient, address: Address) {
  const contract = { address, abi: predictionAbi } as const
  try {
    const [strikeDelay, maxPayoutMultiple] = await Promise.all([
      client.readContract({ ...contract, functionName: 'strikeDelay' }),
      client.readContract({ ...contract, functionName: 'maxPayoutMultiple' }),
    ])
    return { strikeDelay: Number(strikeDelay), maxPayoutMultiple: Number(maxPayoutMultiple) }
  } catch (cause) {
    if (!isContractAnswer(cause)) throw cause
    throw new OutdatedContractError(address, { cause })
  }
}

/** Calls `payOut` for no one, which changes nothing. */
async function hasPayOut(client: ChainClient, address: Address): Promise<boolean> {
  try {
    await client.simulateContract({
      address,
      abi: predictionAbi,
      functionName: 'payOut',
      args: [0n, []],
    })
    return true
  } catch (cause) {
    if (!isContractAnswer(cause)) throw cause
    return false
  }
}
