import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { currentEpoch, roundTimes, strikeTime } from '@bullring/prediction/schedule'
import {
  type Epoch,
  toEpoch,
  toPriceE8,
  toUnixSeconds,
  type UnixSeconds,
} from '@bullring/prediction/units'
import { randomInteger } from '@bullring/stack/replay/random'
import type { Address } from 'viem'
import type { ChaosChain } from './chaos-chain.ts'
import type { Ledger, LedgerBet } from './ledger.ts'

const PHASE = 1n << 64n
const MAX_BETS = 8
/** A round that is open for less is left out. */
const MIN_OPEN_SECONDS = 100
/** The chain's clock also moves by itself. */
const LOCK_MARGIN_SECONDS = 40
/** Share of strikes without an answer in time: such rounds are refunded. */
const MISSED_ANSWERS = 0.04
const LATE_ANSWERS = 0.1
const CLAIMS_A_ROUND = 4
/** Rounds that the keeper may be behind before play waits for it. The contract settles for a day, 288 rounds. */
const MAX_BEHIND = 40
const KEEPER_LIMIT_MS = 900_000
const CHECK_MS = 250
/** A claim takes no round that may not have been settled yet. */
const SETTLED_AFTER = 3n

type Random = () => number

export type PlayerDeps = { chain: ChaosChain; ledger: Ledger; random: Random; signal: AbortSignal }

/** Plays the next round: bets, the oracle's answer at its lock, and claims of earlier rounds. */
export async function playNextRound(deps: PlayerDeps): Promise<Epoch> {
  const { chain, ledger, random } = deps
  const { schedule } = ledger.terms
  const { time } = await chain.head()
  const open = currentEpoch(schedule, time)
  const isNearLock = time > roundTimes(schedule, open).lockTimestamp - MIN_OPEN_SECONDS
  const epoch = open === 0n || isNearLock ? toEpoch(open + 1n) : open
  const { startTimestamp, lockTimestamp } = roundTimes(schedule, epoch)
  const start = Math.max(startTimestamp, time) + 5
  const bets = randomInteger(random, 0, MAX_BETS)
  const step = Math.floor((lockTimestamp - start - LOCK_MARGIN_SECONDS) / (bets + 1))
  for (let index = 0; index < bets; index += 1) {
    await placeBet(deps, epoch, toUnixSeconds(start + index * step))
  }
  await claimSome(deps)
  await answerStrike(deps, epoch)
  await waitForKeeper(deps, epoch)
  return epoch
}

async function placeBet(deps: PlayerDeps, epoch: Epoch, at: UnixSeconds): Promise<void> {
  const { chain, ledger, random } = deps
  const account = chain.players[randomInteger(random, 0, chain.players.length - 1)]
  if (account === undefined || ledger.betOf(account, epoch) !== null) return
  const position: Position = random() < 0.5 ? 'bull' : 'bear'
  // Any wei: the divisions have remainders.
  const amount = 10n ** 15n + BigInt(Math.floor(random() * 2 ** 52)) * 1_733n
  await chain.moveTo(at)
  const { hash, block, isSuccess } = await chain.bet(account, epoch, position, amount)
  // Reverted: a keeper's transaction moved the clock past the lock.
  if (isSuccess) ledger.addBet({ account, epoch, position, amount, hash, block })
}

async function answerStrike(deps: PlayerDeps, epoch: Epoch): Promise<void> {
  const { ledger, random } = deps
  const { schedule, maxOracleDelay } = ledger.terms
  if (random() < MISSED_ANSWERS) return
  const isLate = random() < LATE_ANSWERS
  const delay = isLate ? randomInteger(random, maxOracleDelay - 20, maxOracleDelay + 20) : 2
  await pushAnswer(deps, toUnixSeconds(strikeTime(schedule, epoch) + delay))
}

/** Writes one of few prices, so that ties occur. */
export async function pushAnswer(
  { chain, ledger, random }: PlayerDeps,
  at: UnixSeconds,
): Promise<void> {
  const price = BigInt(randomInteger(random, 598, 604)) * 10n ** 8n
  const { block, isSuccess } = await chain.push(price, at)
  if (!isSuccess) throw new Error('The oracle’s answer was not mined')
  const id = PHASE + BigInt(ledger.answers.length + 1)
  ledger.addAnswer({ id, price: toPriceE8(price), updatedAt: await chain.timeOf(block), block })
}

/** Claims for some accounts the amounts that they are owed according to both ledger and contract. */
async function claimSome({ chain, ledger, random }: PlayerDeps): Promise<void> {
  const { time } = await chain.head()
  const open = currentEpoch(ledger.terms.schedule, time)
  for (let count = 0; count < CLAIMS_A_ROUND; count += 1) {
    const account = chain.players[randomInteger(random, 0, chain.players.length - 1)]
    if (account === undefined) continue
    const owed = ledger.bets.filter(
      (bet) =>
        bet.account === account &&
        bet.epoch + SETTLED_AFTER < open &&
        ledger.resultOf(bet, time).claimAmount > 0n,
    )
    const epochs = await claimableOf(chain, owed.slice(0, 20))
    if (epochs.length === 0) continue
    const { block, isSuccess } = await chain.claim(account, epochs)
    if (isSuccess) ledger.addClaim(account, epochs, block)
  }
}

async function claimableOf(chain: ChaosChain, bets: readonly LedgerBet[]): Promise<Epoch[]> {
  const call = (functionName: 'claimable' | 'refundable', epoch: Epoch, account: Address) =>
    chain.client.readContract({
      address: chain.market.prediction,
      abi: predictionAbi,
      functionName,
      args: [epoch, account],
    })
  const epochs: Epoch[] = []
  for (const { epoch, account } of bets) {
    const isOwed =
      (await call('claimable', epoch, account)) || (await call('refundable', epoch, account))
    if (isOwed) epochs.push(epoch)
  }
  return epochs
}

/** Waits while the keeper is far behind, so that no settlement window closes. */
async function waitForKeeper(deps: PlayerDeps, epoch: Epoch): Promise<void> {
  const checked = toEpoch(epoch - BigInt(MAX_BEHIND))
  if (checked > 0n) await untilSettled(deps, checked)
}

/**
 * Waits until the strike of `epoch` is settled, if there is an answer that settles it.
 *
 * @throws When the keeper does not within a quarter of an hour.
 */
export async function untilSettled(deps: PlayerDeps, epoch: Epoch): Promise<void> {
  const { chain, ledger, signal } = deps
  const deadline = Date.now() + KEEPER_LIMIT_MS
  while (Date.now() < deadline && !signal.aborted) {
    if (ledger.strikeOf(epoch).kind === 'pending') return
    const [, , , state] = await chain.client.readContract({
      address: chain.market.prediction,
      abi: predictionAbi,
      functionName: 'strikes',
      args: [epoch],
    })
    if (state !== 0) return
    await sleep(CHECK_MS)
  }
  signal.throwIfAborted()
  throw new Error(
    `The keepers have not settled the strike of epoch ${epoch} within ${KEEPER_LIMIT_MS / 60_000} minutes`,
  )
}
