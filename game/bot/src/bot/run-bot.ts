import { setTimeout as wait } from 'node:timers/promises'
import { type CallOutcome, isFinal } from '@bullring/client/call-outcome'
import { betCall, claimCall } from '@bullring/client/market-calls'
import { decodeRound, type Round } from '@bullring/client/round'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Address } from 'viem'
import { BotFileError, BotMarketError, BotUsageError } from '../errors.ts'
import { type BotFile, saveBotFile } from '../files/bot-file.ts'
import type { Bet, Strategy } from '../strategies/strategy.ts'
import { type OpenBot, openBot } from './open-bot.ts'
import { waitForGrant } from './wait-for-grant.ts'

/** Options of {@link runBot}. */
export type RunOptions = {
  /** Path of the bot's file. */
  path: string
  bot: BotFile
  /** The player's account; null where the permission on the chain names it. */
  account: Address | null
  strategy: Strategy
  /** Whether bets are only reported. */
  isDry: boolean
  /** Seconds before the lock at which the strategy decides. */
  decideSeconds: number
  /** Longest time between two looks at the round. */
  pollMs: number
  log: (line: string) => void
  /** Ends the bot; a call that has begun is waited for. */
  signal: AbortSignal
  /** Ends that wait too. */
  killSignal: AbortSignal
}

/** Rounds that a strategy sees. */
export const HISTORY_ROUNDS = 50
/** A bet that is sent later could miss the lock. */
export const LATEST_SECONDS = 3

type Turn = RunOptions & { account: Address; open: OpenBot }

/** Plays rounds until `signal` aborts, or the session can make no further call. */
export async function runBot(options: RunOptions): Promise<void> {
  const { signal, log } = options
  let open: OpenBot | undefined
  let { bot, account } = options
  while (!signal.aborted) {
    try {
      account ??= await waitForGrant(bot, options)
      open ??= await openBot(bot, account, signal)
      const next = await lookAtRound({ ...options, bot, account, open })
      if (next === 'ended') return
      bot = next.bot
      await wait(next.waitMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) break
      if (isFinalError(error)) throw error
      tryAgain(options, error)
      await wait(options.pollMs, undefined, { signal }).catch(() => undefined)
    }
  }
  log('Stopped.')
}

/** Whether another attempt would fail, too. */
function isFinalError(error: unknown): boolean {
  const kinds = [BotFileError, BotMarketError, BotUsageError]
  return kinds.some((kind) => error instanceof kind)
}

function tryAgain({ log }: Pick<RunOptions, 'log'>, error: unknown): void {
  log(`Trying again: ${error instanceof Error ? error.message : String(error)}`)
}

type Looked = { bot: BotFile; waitMs: number } | 'ended'

async function lookAtRound(turn: Turn): Promise<Looked> {
  const { open, bot, signal, decideSeconds, pollMs } = turn
  const round = decodeRound(await open.game.call('round-info', {}, { signal }))
  const leftS = round.times.lockTimestamp - (await open.chainTime())
  const isDecided = bot.decidedEpoch !== null && Number(round.epoch) <= bot.decidedEpoch
  if (isDecided || leftS <= LATEST_SECONDS) return { bot, waitMs: pollMs }
  if (leftS > decideSeconds)
    return { bot, waitMs: Math.min(pollMs, (leftS - decideSeconds) * 1_000) }
  // A round that cannot be read now is decided at the next look.
  const bet = await decide(turn, round)
  // Written before the bet is sent: a bot that is started again sends none twice.
  const decided = { ...bot, account: turn.account, decidedEpoch: Number(round.epoch) }
  if (!turn.isDry) await saveBotFile(turn.path, decided)
  const outcomes = [
    bet === null ? null : await placeBet(turn, round, bet),
    await tryToCollect(turn),
  ]
  const end = outcomes.find((outcome) => outcome !== null && outcome !== 'made' && isFinal(outcome))
  return end === undefined ? { bot: decided, waitMs: pollMs } : 'ended'
}

/** A bet within the limits. */
type Decided = { position: Bet['position']; amount: bigint; text: string }

/** Returns the bet to send; null for none. */
async function decide(
  { open, strategy, bot, isDry, log, signal }: Turn,
  round: Round,
): Promise<Decided | null> {
  const rounds = await open.game.call('rounds', { limit: HISTORY_ROUNDS }, { signal })
  const bet = strategy(round, rounds.map(decodeRound))
  const amount = stakeOf(bet, bot)
  if (bet === null || amount === null) {
    log(`Round ${round.epoch}: no bet${bet === null ? '' : ', the stake is outside the limits'}`)
    return null
  }
  const text = `Round ${round.epoch}: ${bet.position === 'bull' ? 'UP' : 'DOWN'} ${coins(amount)} BNB`
  if (isDry) {
    log(`${text}, not sent (dry run)`)
    return null
  }
  return { position: bet.position, amount, text }
}

async function placeBet(
  { open, log, killSignal }: Turn,
  { epoch, times }: Round,
  { position, amount, text }: Decided,
): Promise<CallOutcome> {
  const call = betCall(open.market.prediction, { position, epoch, amount })
  const outcome = await open.send(call, times.lockTimestamp, killSignal)
  log(`${text}, ${outcome}`)
  return outcome
}

function stakeOf(bet: Bet | null, { limits }: BotFile): bigint | null {
  const most = BigInt(limits.stake)
  const amount = bet?.amount ?? most
  return amount > 0n && amount <= most ? amount : null
}

/** Collects, or leaves it to the next round: the bet of this one is decided. */
async function tryToCollect(turn: Turn): Promise<CallOutcome | null> {
  try {
    return await collect(turn)
  } catch (error) {
    turn.signal.throwIfAborted()
    tryAgain(turn, error)
    return null
  }
}

/** Collects payouts and refunds, to the player's account. */
async function collect({
  open,
  isDry,
  log,
  killSignal,
  signal,
}: Turn): Promise<CallOutcome | null> {
  if (isDry) return null
  const trades = await open.game.call('trades-by-user', { user_address: open.account }, { signal })
  const epochs = trades
    .filter((trade) => trade.claim_amount !== '0')
    .map(({ epoch }) => BigInt(epoch))
  if (epochs.length === 0) return null
  const outcome = await open.send(claimCall(open.market.prediction, epochs), null, killSignal)
  log(`Rounds ${epochs.join(', ')}: collecting, ${outcome}`)
  return outcome
}

/** Writes wei as coins. */
export function coins(wei: bigint): string {
  return formatUnits(wei, COIN_DECIMALS)
}
