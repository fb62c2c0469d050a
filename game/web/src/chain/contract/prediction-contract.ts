import { BET_FUNCTIONS, betCall, claimCall } from '@bullring/client/market-calls'
import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type Address, type Hash, isHash } from 'viem'
import type { Config } from 'wagmi'
import {
  getBytecode,
  getGasPrice,
  readContract,
  simulateContract,
  writeContract,
} from 'wagmi/actions'
import { refuseSecondBet } from '../safe/queued-requests.ts'
import { sendWithReturn } from '../wallet/leave-page.ts'
import { canBatch, followBatch, sendBatch } from './batch-calls.ts'
import { readCurrentEpoch } from './current-epoch.ts'
import type { Market } from './market.ts'
import { sentOrDone } from './sent-or-done.ts'
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

/** Order of the contract's enum. */
const POSITIONS: readonly Position[] = ['bull', 'bear']

/**
 * Sends a bet and waits until it is mined. Simulates it first, so that a revert costs nothing and has a
 * reason. Throws like {@link sentOrDone} and {@link waitUntilMined}.
 *
 * @returns The hash; null when the wallet did not name it and the chain shows the bet.
 */
export async function placeBet(
  config: Config,
  market: Market,
  bet: NewBet,
  onSent?: OnSent,
): Promise<Hash | null> {
  refuseSecondBet({ ...bet, prediction: market.prediction })
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
  const awaited = {
    kind: 'bet',
    prediction: market.prediction,
    bet: { ...bet, collect: [] },
  } as const
  const response = sendWithReturn(awaited, () => writeContract(config, request))
  return await followBet(config, market, { bet, response }, onSent)
}

/** Waits until a bet is mined that the wallet was asked to send: the second half of {@link placeBet}. */
async function followBet(
  config: Config,
  market: Market,
  { bet, response }: { bet: NewBet; response: Promise<unknown> },
  onSent?: OnSent,
): Promise<Hash | null> {
  const ends = endsOf(config, market, bet)
  const hash = await sentOrDone({ response, read: readHash, ...ends })
  if (hash === null) return null
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  const functionName = BET_FUNCTIONS[bet.position]
  return await waitUntilMined(client, { hash, functionName, ...ends })
}

/** Ends of the wait for a bet: it is placed, or its round is no longer open. */
function endsOf(config: Config, market: Market, bet: NewBet) {
  const { prediction, chainId } = market
  return {
    isDone: () => isPlaced(config, market, bet),
    isOver: async () =>
      (await readCurrentEpoch(config.getClient({ chainId }), prediction)) > bet.epoch,
  }
}

function readHash(response: unknown): Hash | undefined {
  return typeof response === 'string' && isHash(response) ? response : undefined
}

/** Claims `collect` and bets at once, all or nothing, with a wallet that batches calls. */
export async function claimAndBet(
  config: Config,
  market: Market,
  { collect, ...bet }: NewBet & { collect: readonly Epoch[] },
  onSent: () => void,
): Promise<void> {
  const { prediction, chainId } = market
  refuseSecondBet({ ...bet, prediction })
  const calls = [claimCall(prediction, collect), betCall(prediction, bet)]
  const awaited = { kind: 'bet', prediction, bet: { ...bet, collect } } as const
  await sendBatch(
    config,
    { account: bet.account, chainId, calls },
    { ...batchedBet(config, market, bet, onSent), send: (call) => sendWithReturn(awaited, call) },
  )
}

function batchedBet(config: Config, market: Market, bet: NewBet, onSent: () => void) {
  const last = BET_FUNCTIONS[bet.position]
  return { last, ...endsOf(config, market, bet), onSent }
}

/** Waits until a bet is mined that a page before this one has asked the wallet to send. */
export async function followReturnedBet(
  config: Config,
  market: Market,
  { bet, response }: { bet: NewBet; response: Promise<unknown> },
  onSent: () => void,
): Promise<void> {
  const { collect = [] } = bet
  if (collect.length === 0) await followBet(config, market, { bet, response }, onSent)
  else await followBatch(config, response, batchedBet(config, market, bet, onSent))
}

/** Rounds of a market's contract. */
type ClaimPart = { prediction: Address; epochs: readonly Epoch[] }
type Claimer = { account: Address; chainId: number }

/** Claims from several contracts at once, all or nothing, with a wallet that batches calls. */
export async function claimTogether(
  config: Config,
  claimer: Claimer,
  parts: readonly ClaimPart[],
): Promise<void> {
  const calls = parts.map(({ prediction, epochs }) => claimCall(prediction, epochs))
  const awaited = { kind: 'claim', account: claimer.account, parts, isBatch: true } as const
  await sendBatch(
    config,
    { ...claimer, calls },
    { ...batchedClaim(config, claimer, parts), send: (call) => sendWithReturn(awaited, call) },
  )
}

function batchedClaim(config: Config, { account, chainId }: Claimer, parts: readonly ClaimPart[]) {
  const isDone = async () => {
    const claims = parts.map(({ prediction, epochs }) =>
      isClaimed(config, { prediction, chainId }, { account, epochs }),
    )
    return (await Promise.all(claims)).every(Boolean)
  }
  return { last: 'claim', isDone } as const
}

type NewClaim = { account: Address; epochs: readonly Epoch[] }

/**
 * Claims winnings and refunds of `epochs` in one transaction and waits until it is mined.
 *
 * @returns The hash; null when the wallet did not name it and the chain shows the claim.
 */
export async function claimEpochs(
  config: Config,
  market: Market,
  claim: NewClaim,
  onSent?: OnSent,
): Promise<Hash | null> {
  const { prediction } = market
  const { account, epochs } = claim
  const { request } = await simulateContract(config, {
    abi: predictionAbi,
    address: prediction,
    chainId: market.chainId,
    account,
    functionName: 'claim',
    args: [[...epochs]],
  })
  const parts = [{ prediction, epochs }]
  const response = sendWithReturn({ kind: 'claim', account, parts, isBatch: false }, () =>
    writeContract(config, request),
  )
  return await followClaim(config, market, { claim: { account, epochs }, response }, onSent)
}

/** Waits until a claim is mined that the wallet was asked to send: the second half of {@link claimEpochs}. */
async function followClaim(
  config: Config,
  market: Market,
  { claim, response }: { claim: NewClaim; response: Promise<unknown> },
  onSent?: OnSent,
): Promise<Hash | null> {
  const isDone = () => isClaimed(config, market, claim)
  const hash = await sentOrDone({ response, read: readHash, isDone })
  if (hash === null) return null
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  return await waitUntilMined(client, { hash, functionName: 'claim', isDone })
}

/** A claim that a page before this one has asked the wallet to send, and the wallet's response. */
type ReturnedClaim = {
  parts: readonly ClaimPart[]
  isBatch: boolean
  response: Promise<unknown>
}

/** Waits until such a claim is mined. */
export async function followReturnedClaim(
  config: Config,
  claimer: Claimer,
  { parts, isBatch, response }: ReturnedClaim,
): Promise<void> {
  const { account, chainId } = claimer
  const [first] = parts
  if (isBatch) await followBatch(config, response, batchedClaim(config, claimer, parts))
  else if (first !== undefined) {
    const { prediction, epochs } = first
    const claim = { account, epochs }
    await followClaim(config, { prediction, chainId }, { claim, response })
  }
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
  market: Market,
  { account, epoch }: Pick<NewBet, 'account' | 'epoch'>,
): Promise<boolean> {
  const { amount } = await readLedger(config, market, { account, epoch })
  return amount > 0n
}

/** Reads whether the contract has exactly this bet. */
async function isPlaced(config: Config, market: Market, bet: NewBet): Promise<boolean> {
  const { position, amount } = await readLedger(config, market, bet)
  return amount === bet.amount && POSITIONS[position] === bet.position
}

/** Reads whether the account has claimed the rounds. A transaction claims all or none. */
async function isClaimed(
  config: Config,
  market: Market,
  { account, epochs }: { account: Address; epochs: readonly Epoch[] },
): Promise<boolean> {
  const [epoch] = epochs
  return epoch !== undefined && (await readLedger(config, market, { account, epoch })).isClaimed
}

async function readLedger(
  config: Config,
  { prediction: address, chainId }: Market,
  { account, epoch }: Pick<NewBet, 'account' | 'epoch'>,
) {
  const contract = { abi: predictionAbi, address, chainId } as const
  const [position, amount, isClaimed] = await readContract(config, {
    ...contract,
    functionName: 'ledger',
    args: [epoch, account],
  })
  return { position, amount, isClaimed }
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
