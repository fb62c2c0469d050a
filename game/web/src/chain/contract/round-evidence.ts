import type { OracleRound } from '@bullring/prediction/oracle-round'
import { toOracleRound } from '@bullring/prediction/oracle-round'
import type { Pool } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { priceFeedAbi } from '@bullring/prediction/price-feed-abi'
import type { BasisPoints, Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toBasisPoints, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { isRevert } from '@bullring/wire/chain/is-revert'
import type { Address } from 'viem'
import type { Config } from 'wagmi'
import { getBlock, readContract } from 'wagmi/actions'
import type { Market } from './market.ts'

/** A strike as stored in the contract, with the price feed's record of the oracle round it refers to. */
export type StrikeEvidence = {
  state: 'pending' | 'fixed' | 'void'
  price: PriceE8
  oracleRoundId: bigint
  /** The feed's record of that oracle round and of the one before; null without one. */
  settling: OracleRound | null
  before: OracleRound | null
}

/** The contract's immutable settings. Times in seconds. */
export type MarketTerms = {
  oracle: Address
  genesisTimestamp: UnixSeconds
  intervalSeconds: number
  strikeDelay: number
  maxOracleDelay: number
  settlementWindow: number
  /** Limit in hundredths; 0 for none. */
  maxPayoutMultiple: number
}

/** Everything that determines a round's result, at one block. */
export type RoundEvidence = {
  blockNumber: bigint
  blockTimestamp: UnixSeconds
  terms: MarketTerms
  pool: Pool
  treasuryFee: BasisPoints
  lock: StrikeEvidence
  close: StrikeEvidence
}

/** States in the order of the contract's enum. */
const STRIKE_STATES = ['pending', 'fixed', 'void'] as const

/** Reads the evidence of a round from the chain, all at the same block. */
export async function readRoundEvidence(
  config: Config,
  market: Market,
  epoch: Epoch,
): Promise<RoundEvidence> {
  const { chainId, prediction } = market
  const block = await getBlock(config, { chainId })
  const at = { chainId, blockNumber: block.number }
  const contract = { ...at, abi: predictionAbi, address: prediction } as const
  const read = (functionName: TermName) => readContract(config, { ...contract, functionName })
  const oracle = await readContract(config, { ...contract, functionName: 'oracle' })

  const readStrike = async (strikeEpoch: bigint): Promise<StrikeEvidence> => {
    const [price, id, , state] = await readContract(config, {
      ...contract,
      functionName: 'strikes',
      args: [strikeEpoch],
    })
    const feed = { ...at, address: oracle }
    const [settling, before] =
      id === 0n
        ? [null, null]
        : await Promise.all([
            readOracleRound(config, feed, id),
            readOracleRound(config, feed, id - 1n),
          ])
    return {
      state: STRIKE_STATES[state] ?? 'pending',
      price: toPriceE8(price),
      oracleRoundId: id,
      settling,
      before,
    }
  }
  const [terms, [bull, bear, feeBps], lock, close] = await Promise.all([
    readTerms(read),
    readContract(config, { ...contract, functionName: 'pools', args: [epoch] }),
    readStrike(epoch),
    readStrike(epoch + 1n),
  ])
  return {
    blockNumber: block.number,
    blockTimestamp: toUnixSeconds(block.timestamp),
    terms: { oracle, ...terms },
    pool: { bullAmount: toWei(bull), bearAmount: toWei(bear) },
    treasuryFee: toBasisPoints(feeBps),
    lock,
    close,
  }
}

type TermName = Exclude<keyof MarketTerms, 'oracle'>

async function readTerms(
  read: (name: TermName) => Promise<bigint>,
): Promise<Omit<MarketTerms, 'oracle'>> {
  const [genesis, interval, strikeDelay, oracleDelay, window, multiple] = await Promise.all([
    read('genesisTimestamp'),
    read('intervalSeconds'),
    read('strikeDelay'),
    read('maxOracleDelay'),
    read('settlementWindow'),
    read('maxPayoutMultiple'),
  ])
  return {
    genesisTimestamp: toUnixSeconds(genesis),
    intervalSeconds: Number(interval),
    strikeDelay: Number(strikeDelay),
    maxOracleDelay: Number(oracleDelay),
    settlementWindow: Number(window),
    maxPayoutMultiple: Number(multiple),
  }
}

/** Null for an unknown round: some feeds revert, see `toOracleRound` for the others. */
async function readOracleRound(
  config: Config,
  feed: { chainId: number; blockNumber: bigint; address: Address },
  id: bigint,
): Promise<OracleRound | null> {
  try {
    const data = await readContract(config, {
      ...feed,
      abi: priceFeedAbi,
      functionName: 'getRoundData',
      args: [id],
    })
    return toOracleRound(id, data)
  } catch (error) {
    if (isRevert(error)) return null
    throw error
  }
}
