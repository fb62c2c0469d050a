import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { roundTimes } from '@bullring/prediction/schedule'
import { type PriceE8, toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { createPublicClient, http, parseAbi } from 'viem'
import { openAccountContracts } from './account-contracts/open-account-contracts.ts'
import { callRpc, startAnvil } from './chain/anvil.ts'
import { type LocalAccounts, localAccounts } from './chain/local-accounts.ts'
import { deployLocalMarket, type LocalMarket } from './chain/local-market.ts'
import type { LocalExchange } from './exchange/exchange-plan.ts'
import { openExchange } from './exchange/open-exchange.ts'
import { tradeOnExchange } from './exchange/trade-on-exchange.ts'
import type { Child } from './processes/child.ts'
import { followTicker } from './replay/follow-ticker.ts'
import { generatedRounds } from './replay/generated-rounds.ts'
import { intervalPlan, type ReplayAction, TRADER_COUNT } from './replay/interval-plan.ts'
import {
  type RecordedRound,
  type ReplayRound,
  readRecordedRounds,
  recordedRound,
} from './replay/recorded-rounds.ts'
import { replaySender, type SendAction } from './replay/replay-chain.ts'
import { type LiveReplayDeps, replayLive } from './replay/replay-live.ts'
import { mineAt, warpThrough } from './replay/warp.ts'

/** A local chain with the game deployed, and the accounts and recorded rounds that are replayed on it. */
export type LocalGame = {
  rpcUrl: string
  market: LocalMarket
  schedule: Schedule
  accounts: LocalAccounts
  rounds: readonly RecordedRound[]
  /** A second market with the same schedule, whose rounds are generated; null without one. */
  btc: ReplayedMarket | null
  /** Exchange of tokens; null without one. */
  exchange: LocalExchange | null
}

/** A market and the rounds that are replayed in it. */
export type ReplayedMarket = {
  symbol: 'BNB' | 'BTC'
  market: LocalMarket
  rounds: readonly ReplayRound[]
}

/** A local game and the process of its chain. */
export type RunningLocalGame = { localGame: LocalGame; chain: Child }

export type LocalGameOptions = {
  chainId: number
  intervalSeconds: number
  strikeDelay: number
  /** Rounds to play before the game is handed over. */
  playedRounds: number
  /** Chain time at which those rounds end, in Unix seconds. */
  now: number
  /** Whether to deploy and play a second market. */
  hasBtc: boolean
  /** Whether to deploy an exchange with tokens. */
  hasExchange: boolean
}

/** 20x, as on the public chains. */
const MAX_PAYOUT_MULTIPLE = 2_000
const BLOCK_SECONDS = 1
/** Number of blocks, as in full nodes of BSC. All states of an hour would take several hundred megabytes. */
const STATES_IN_MEMORY = 128
/** Time for deploying the contracts, between the chain's first block and round 1. */
const DEPLOY_SECONDS = 60

function readerOf(rpcUrl: string) {
  return createPublicClient({ transport: http(rpcUrl, { timeout: 5_000 }) })
}

/** Returns when the chain's first block was mined, in Unix seconds. */
function chainStart({ genesisTimestamp }: Pick<Schedule, 'genesisTimestamp'>): number {
  return genesisTimestamp - DEPLOY_SECONDS
}

/** Starts a new chain in the past, deploys the game, and plays recorded rounds up to now. */
export async function createLocalGame(options: LocalGameOptions): Promise<RunningLocalGame> {
  const { chainId, intervalSeconds, strikeDelay, playedRounds, now, hasBtc, hasExchange } = options
  const genesisTimestamp = toUnixSeconds(now - playedRounds * intervalSeconds)
  const { rpcUrl, child: chain } = await startAnvil({
    chainId,
    blockSeconds: null,
    genesisTimestamp: chainStart({ genesisTimestamp }),
    statesInMemory: STATES_IN_MEMORY,
  })
  try {
    const accounts = localAccounts(TRADER_COUNT)
    const schedule = { genesisTimestamp, intervalSeconds, strikeDelay }
    const deploy = () =>
      deployLocalMarket({
        rpcUrl,
        chainId,
        owner: accounts.owner,
        oracleWriter: accounts.oracle.address,
        ...schedule,
        maxPayoutMultiple: MAX_PAYOUT_MULTIPLE,
      })
    const market = await deploy()
    const btc = hasBtc ? await deploy() : null
    await callRpc(rpcUrl, 'evm_setAutomine', [false])
    const game = await openLocalGame(rpcUrl, { market, btc }, schedule)
    const mine = () => callRpc(rpcUrl, 'evm_mine', [])
    await openAccountContracts({ rpcUrl, chainId, deployer: accounts.relayer, mine })
    const localGame = hasExchange ? await withNewExchange(game, chainId, playedRounds + 1) : game
    await playRounds(localGame, 1, playedRounds)
    await mineAt(rpcUrl, roundTimes(schedule, toEpoch(playedRounds + 1)).startTimestamp)
    return { localGame, chain }
  } catch (error) {
    await chain.stop(0)
    throw error
  }
}

/** Deploys the exchange on a chain that mines on demand, at the coin's price in round `epoch`. */
async function withNewExchange(
  game: LocalGame,
  chainId: number,
  epoch: number,
): Promise<LocalGame> {
  const { rpcUrl, accounts, rounds } = game
  const exchange = await openExchange({
    rpcUrl,
    chainId,
    owner: accounts.exchange,
    trader: accounts.exchangeTrader.address,
    coinPrice: recordedRound(rounds, epoch).lockPrice,
    mine: () => callRpc(rpcUrl, 'evm_mine', []),
  })
  return { ...game, exchange }
}

/** Continues a chain from its state file. */
export async function resumeLocalGame(options: {
  chainId: number
  markets: LocalMarkets
  schedule: Schedule
  stateFile: string
  hasExchange: boolean
}): Promise<RunningLocalGame> {
  const { chainId, markets, schedule, stateFile, hasExchange } = options
  const { rpcUrl, child: chain } = await startAnvil({
    chainId,
    blockSeconds: null,
    // anvil adds a first block to those of the file: a different one would have the index rebuilt.
    genesisTimestamp: chainStart(schedule),
    stateFile,
    statesInMemory: STATES_IN_MEMORY,
  })
  try {
    const game = await openLocalGame(rpcUrl, markets, schedule)
    await startMining(game)
    const deployer = game.accounts.relayer
    await openAccountContracts({ rpcUrl, chainId, deployer, mine: null })
    return { localGame: hasExchange ? await withExchange(game, chainId) : game, chain }
  } catch (error) {
    await chain.stop(0)
    throw error
  }
}

/** Opens the exchange of a chain that mines on its own; the chain of an earlier version gets one now. */
async function withExchange(game: LocalGame, chainId: number): Promise<LocalGame> {
  const { rpcUrl, accounts, market } = game
  const client = readerOf(rpcUrl)
  const feed = { address: market.oracle, abi: feedAbi, functionName: 'latestRoundData' } as const
  const [, answer] = await client.readContract(feed)
  const exchange = await openExchange({
    rpcUrl,
    chainId,
    owner: accounts.exchange,
    trader: accounts.exchangeTrader.address,
    coinPrice: toPriceE8(answer),
    mine: null,
  })
  return { ...game, exchange }
}

/** The markets of a local chain. */
export type LocalMarkets = { market: LocalMarket; btc: LocalMarket | null }

/** Connects to a local game whose chain is already running. */
export async function openLocalGame(
  rpcUrl: string,
  { market, btc }: LocalMarkets,
  schedule: Schedule,
): Promise<LocalGame> {
  const accounts = localAccounts(TRADER_COUNT)
  const rounds = await readRecordedRounds()
  const second = btc && { symbol: 'BTC' as const, market: btc, rounds: generatedRounds(rounds) }
  return { rpcUrl, market, schedule, accounts, rounds, btc: second, exchange: null }
}

/** Plays rounds `first` to `last` (inclusive) of all markets as fast as the chain can mine. */
export async function playRounds(localGame: LocalGame, first: number, last: number): Promise<void> {
  const { rpcUrl, schedule } = localGame
  const players = marketPlayers(localGame)
  for (let epoch = first; epoch <= last; epoch += 1) {
    const actions = players.flatMap(({ rounds, send }) =>
      intervalPlan(rounds, schedule, epoch).map((action) => ({
        at: action.at,
        play: () => send(action),
      })),
    )
    await warpThrough(rpcUrl, actions, ({ play }) => play())
  }
}

/** Returns the markets of a local game. */
export function replayedMarkets({ market, rounds, btc }: LocalGame): ReplayedMarket[] {
  return [{ symbol: 'BNB', market, rounds }, ...(btc === null ? [] : [btc])]
}

/** The markets with what plays their rounds. Two markets share accounts, whose transactions need one nonce after another. */
function marketPlayers(localGame: LocalGame) {
  const { rpcUrl, btc, accounts } = localGame
  let last: Promise<unknown> = Promise.resolve()
  return replayedMarkets(localGame).map((replayed) => {
    const send = replaySender(rpcUrl, replayed.market, accounts)
    const sendInTurn: SendAction = (action) => {
      const sent = last.then(() => send(action))
      last = sent.catch(() => undefined)
      return sent
    }
    return { ...replayed, send: btc === null ? send : sendInTurn }
  })
}

/** Makes the chain mine on its own from now on, in real time. */
export async function startMining(localGame: LocalGame): Promise<void> {
  const { rpcUrl } = localGame
  const { timestamp } = await readerOf(rpcUrl).getBlock()
  // A chain that was stopped in this second has a block of it.
  await mineAt(rpcUrl, Math.max(Math.floor(Date.now() / 1_000), Number(timestamp) + 1))
  await callRpc(rpcUrl, 'evm_setIntervalMining', [BLOCK_SECONDS])
}

/**
 * Acts as oracle and traders in each round until `signal` aborts.
 *
 * @param tickerUrl - Where the oracle's prices come from, with `{symbol}` for the coin; null for recorded ones.
 */
export async function replayOnLocalGame(
  localGame: LocalGame,
  tickerUrl: string | null,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { rpcUrl, schedule } = localGame
  const client = readerOf(rpcUrl)
  const isPlayed = ({ kind }: ReplayAction) => tickerUrl === null || kind === 'bet'
  const replays = marketPlayers(localGame).map(({ symbol, market, rounds, send }) => {
    const deps: LiveReplayDeps = {
      chainTime: async () => toUnixSeconds((await client.getBlock()).timestamp),
      plan: (epoch) => intervalPlan(rounds, schedule, epoch).filter(isPlayed),
      isDone: (action) => isDone(localGame, market, action),
      send,
      report,
    }
    const oracle = tickerUrl && {
      url: tickerUrl,
      symbol,
      send: (price: PriceE8) => send({ kind: 'price', at: 0, price }),
      report,
    }
    return Promise.all([
      replayLive(deps, schedule, signal),
      ...(oracle ? [followTicker(oracle, signal)] : []),
    ])
  })
  await Promise.all(replays)
}

/** Trades on the exchange, if there is one, until `signal` aborts. */
export async function tradeOnLocalExchange(
  { rpcUrl, exchange, accounts, market }: LocalGame,
  chainId: number,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  if (exchange === null) return
  const { exchangeTrader: account } = accounts
  const { oracle } = market
  await tradeOnExchange({ rpcUrl, chainId, exchange, account, oracle }, report, signal)
}

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
])

async function isDone(
  { rpcUrl, accounts }: LocalGame,
  market: LocalMarket,
  action: ReplayAction,
): Promise<boolean> {
  const client = readerOf(rpcUrl)
  if (action.kind === 'price') {
    const [, , , updatedAt] = await client.readContract({
      address: market.oracle,
      abi: feedAbi,
      functionName: 'latestRoundData',
    })
    return updatedAt >= BigInt(action.at)
  }
  const trader = accounts.traders[action.trader]
  if (trader === undefined) return true
  const [, amount] = await client.readContract({
    address: market.prediction,
    abi: predictionAbi,
    functionName: 'ledger',
    args: [BigInt(action.epoch), trader.address],
  })
  return amount > 0n
}
