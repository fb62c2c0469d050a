import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type Address, encodeFunctionData, type Hash } from 'viem'
import type { Config } from 'wagmi'
import {
  getBytecode,
  getGasPrice,
  readContract,
  simulateContract,
  writeContract,
} from 'wagmi/actions'
import { type BatchedCall, canBatch, sendBatch } from './batch-calls.ts'
import type { Market } from './market.ts'
import { waitUntilMined } from './wait-until-mined.ts'

/** A bet to place. */
export type NewBet = {
  account: Address
  epoch: Epoch
  position: Position
  amount: Wei
  /** Rounds whose payouts are collected with it; none unless the wallet batches calls. */
  collect?: readonly Epoch[]
}

/** Called with the hash when the wallet has sent the transaction, before it is mined. */
type OnSent = (hash: Hash) => void

const BET_FUNCTIONS = { bull: 'betBull', bear: 'betBear' } as const

/**
 * Sends a bet and waits until it is mined. Simulates it first, so that a revert costs nothing and has a
 * reason. Throws like {@link waitUntilMined}.
 */
export async function placeBet(
  config: Config,
  market: Market,
  bet: NewBet,
  onSent?: OnSent,
): Promise<Hash> {
  const functionName = BET_FUNCTIONS[bet.position]
  const { request } = await simulateContract(config, {
    abi: predictionAbi,
    address: market.prediction,
    chainId: market.chainId,
    account: bet.account,
    functionName,
    args: [bet.epoch],
    value: bet.amount,
  })
  const hash = await writeContract(config, request)
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  return await waitUntilMined(client, { hash, functionName })
}

/** Claims `collect` and bets at once, all or nothing, with a wallet that batches calls. */
export async function claimAndBet(
  config: Config,
  { prediction, chainId }: Market,
  { collect, ...bet }: NewBet & { collect: readonly Epoch[] },
  onSent: () => void,
): Promise<void> {
  const calls = [claimCall(prediction, collect), betCall(prediction, bet)]
  const last = BET_FUNCTIONS[bet.position]
  await sendBatch(config, { account: bet.account, chainId, calls }, { last, onSent })
}

/** Encodes a bet. */
export function betCall(
  to: Address,
  { position, epoch, amount }: Pick<NewBet, 'position' | 'epoch' | 'amount'>,
): BatchedCall {
  const functionName = BET_FUNCTIONS[position]
  const data = encodeFunctionData({ abi: predictionAbi, functionName, args: [epoch] })
  return { to, data, value: amount }
}

/** Encodes a claim. */
export function claimCall(to: Address, epochs: readonly Epoch[]): BatchedCall {
  const args = [[...epochs]] as const
  return { to, data: encodeFunctionData({ abi: predictionAbi, functionName: 'claim', args }) }
}

/** Claims from several contracts at once, all or nothing, with a wallet that batches calls. */
export async function claimTogether(
  config: Config,
  { account, chainId }: { account: Address; chainId: number },
  parts: readonly { prediction: Address; epochs: readonly Epoch[] }[],
): Promise<void> {
  const calls = parts.map(({ prediction, epochs }) => claimCall(prediction, epochs))
  await sendBatch(config, { account, chainId, calls }, { last: 'claim' })
}

/** Claims winnings and refunds of `epochs` in one transaction and waits until it is mined. */
export async function claimEpochs(
  config: Config,
  market: Market,
  { account, epochs }: { account: Address; epochs: readonly Epoch[] },
  onSent?: OnSent,
): Promise<Hash> {
  const { request } = await simulateContract(config, {
    abi: predictionAbi,
    address: market.prediction,
    chainId: market.chainId,
    account,
    functionName: 'claim',
    args: [[...epochs]],
  })
  const hash = await writeContract(config, request)
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  return await waitUntilMined(client, { hash, functionName: 'claim' })
}

/** Conditions under which a contract accepts a bet on the open round. */
export type BetTerms = {
  minimum: Wei
  isPaused: boolean
  /** Whether the account is a contract or delegates to one (EIP-7702). */
  hasCode: boolean
  /** Whether the wallet runs several calls as one. */
  canBatch: boolean
  /** Approximate cost of a bet's transaction at the current gas price; 0 where the wallet decides who pays it. */
  gasCost: Wei
}

/** Gas of a first bet in a round, with a margin. */
const BET_GAS = 250_000n

/** Reads whether an account has a bet on a round. */
export async function readHasBet(
  config: Config,
  { prediction: address, chainId }: Market,
  { account, epoch }: Pick<NewBet, 'account' | 'epoch'>,
): Promise<boolean> {
  const contract = { abi: predictionAbi, address, chainId } as const
  const [, amount] = await readContract(config, {
    ...contract,
    functionName: 'ledger',
    args: [epoch, account],
  })
  return amount > 0n
}

export async function readBetTerms(
  config: Config,
  market: Market,
  account: Address,
): Promise<BetTerms> {
  const { prediction: address, chainId } = market
  const contract = { abi: predictionAbi, address, chainId } as const
  const [minimum, isPaused, code, gasPrice, isBatching] = await Promise.all([
    readContract(config, { ...contract, functionName: 'minBetAmount' }),
    readContract(config, { ...contract, functionName: 'paused' }),
    getBytecode(config, { address: account, chainId }),
    getGasPrice(config, { chainId }),
    canBatch(config, { account, chainId }),
  ])
  const gasCost = toWei(isBatching ? 0n : gasPrice * BET_GAS)
  const hasCode = code !== undefined
  return { minimum: toWei(minimum), isPaused, hasCode, canBatch: isBatching, gasCost }
}
