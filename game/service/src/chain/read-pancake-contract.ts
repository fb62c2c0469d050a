import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { ChainUnreachableError, toMarketError } from './errors.ts'

/** A PancakePredictionV2 contract. Its admin can change everything else: see {@link PancakeTerms}. */
export type PancakeContract = { kind: 'pancake-v2'; predictionAddress: Address }

/** Terms that the constructor sets without an event, and the admin may change with one. */
export type PancakeTerms = {
  oracle: Address
  intervalSeconds: number
  bufferSeconds: number
  /** In basis points; null when only later rounds can tell: {@link readFirstTerms}. */
  treasuryFee: number | null
}

/**
 * Checks that there is a PancakePredictionV2 contract.
 *
 * @throws {NoMarketError} when the address holds no such contract.
 * @throws {ChainUnreachableError} when the endpoint does not respond.
 */
export async function readPancakeContract(
  client: ChainClient,
  address: Address,
): Promise<PancakeContract> {
  const contract = { address, abi: pancakePredictionAbi } as const
  try {
    await Promise.all([
      roundOne(client, address),
      // Fails on a bullring contract, which has no such function.
      client.readContract({ ...contract, functionName: 'genesisLockOnce' }),
    ])
    return { kind: 'pancake-v2', predictionAddress: address }
  } catch (cause) {
    throw toPancakeError(cause, address)
  }
}

/** Feed and timing of a market, as clients need them. */
export type MarketTerms = {
  oracle: Address
  /** Start of round 1; 0 before it. */
  genesisTimestamp: number
  intervalSeconds: number
  /** Seconds after lock and close in which the operator may act; then stakes are refunded. */
  settlementWindow: number
  /** Seconds from a lock time to its strike time. */
  strikeDelay: number
  /** In hundredths; 0 for no limit. */
  maxPayoutMultiple: number
  /** A changed fee and the first round it is charged in. */
  nextTreasuryFee: { feeBps: number; epoch: number } | null
}

/** Rules of Bullring's contract that a PancakePredictionV2 contract does not have. */
export const PANCAKE_RULES = {
  strikeDelay: 0,
  maxPayoutMultiple: 0,
  nextTreasuryFee: null,
} as const

/** Reads what clients need of the terms in force now. */
export async function readMarketTerms(client: ChainClient, address: Address): Promise<MarketTerms> {
  const [terms, start] = await Promise.all([
    readPancakeTerms(client, address),
    readFirstStart(client, address),
  ])
  const { oracle, intervalSeconds, bufferSeconds: settlementWindow } = terms
  const timing = { genesisTimestamp: start ?? 0, intervalSeconds, settlementWindow }
  return { oracle, ...timing, ...PANCAKE_RULES }
}

/** Reads the start of round 1; null before it. */
export async function readFirstStart(
  client: ChainClient,
  address: Address,
): Promise<UnixSeconds | null> {
  const [, start] = await roundOne(client, address)
  return start === 0n ? null : toUnixSeconds(start)
}

/** Reads the terms in force now. */
export async function readPancakeTerms(
  client: ChainClient,
  address: Address,
  blockNumber?: number,
): Promise<PancakeTerms & { treasuryFee: number }> {
  const at = blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }
  const contract = { address, abi: pancakePredictionAbi, ...at } as const
  const [oracle, interval, buffer, fee] = await Promise.all([
    client.readContract({ ...contract, functionName: 'oracle' }),
    client.readContract({ ...contract, functionName: 'intervalSeconds' }),
    client.readContract({ ...contract, functionName: 'bufferSeconds' }),
    client.readContract({ ...contract, functionName: 'treasuryFee' }),
  ]).catch((cause: unknown) => {
    throw toPancakeError(cause, address)
  })
  return {
    oracle,
    intervalSeconds: Number(interval),
    bufferSeconds: Number(buffer),
    treasuryFee: Number(fee),
  }
}

/**
 * Reads the terms that the constructor set: as of the start block, if that is the block of the contract's
 * creation and the node has its state. Otherwise interval and buffer follow from round 1 and the present,
 * which is exact unless the admin changed them before that round, and the fee is null.
 */
export async function readFirstTerms(
  client: ChainClient,
  address: Address,
  startBlock: number,
): Promise<PancakeTerms> {
  try {
    return await readPancakeTerms(client, address, startBlock)
  } catch (error) {
    if (error instanceof ChainUnreachableError) throw error
  }
  const [terms, [, start, lock]] = await Promise.all([
    readPancakeTerms(client, address),
    roundOne(client, address),
  ])
  const intervalSeconds = start === 0n ? terms.intervalSeconds : Number(lock - start)
  return { ...terms, intervalSeconds, treasuryFee: null }
}

async function roundOne(client: ChainClient, address: Address) {
  const contract = { address, abi: pancakePredictionAbi } as const
  try {
    return await client.readContract({ ...contract, functionName: 'rounds', args: [1n] })
  } catch (cause) {
    throw toPancakeError(cause, address)
  }
}

function toPancakeError(cause: unknown, address: Address) {
  return toMarketError(cause, { kind: 'PancakePredictionV2', address })
}
