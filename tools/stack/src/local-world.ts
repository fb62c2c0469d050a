import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { roundTimes } from '@bullring/prediction/schedule'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { createPublicClient, http, parseAbi } from 'viem'
import { callRpc, startAnvil } from './chain/anvil.ts'
import { type LocalAccounts, localAccounts } from './chain/local-accounts.ts'
import { deployLocalMarket, type LocalMarket } from './chain/local-market.ts'
import type { Child } from './processes/child.ts'
import { intervalPlan, type ReplayAction, TRADER_COUNT } from './replay/interval-plan.ts'
import { type RecordedRound, readRecordedRounds } from './replay/recorded-rounds.ts'
import { replaySender } from './replay/replay-chain.ts'
import { type LivePorts, replayLive } from './replay/replay-live.ts'
import { mineAt, warpThrough } from './replay/warp.ts'

/** A local chain with the game on it and the actors that bring it to life. */
export type LocalWorld = {
  rpcUrl: string
  market: LocalMarket
  schedule: Schedule
  accounts: LocalAccounts
  rounds: readonly RecordedRound[]
}

/** A world and the process its chain runs in. */
export type RunningWorld = { world: LocalWorld; chain: Child }

export type NewWorldOptions = {
  chainId: number
  intervalSeconds: number
  /** How many rounds have been played already when the world begins. */
  playedRounds: number
  /** Chain time at which those rounds are over, in Unix seconds. */
  now: number
}

const BLOCK_SECONDS = 1
/** Time between the chain's first block and round 1, in which the contracts are deployed. */
const DEPLOY_SECONDS = 60

/** Starts a new chain in the past, deploys the game, and plays recorded rounds up to now. */
export async function createLocalWorld(options: NewWorldOptions): Promise<RunningWorld> {
  const { chainId, intervalSeconds, playedRounds, now } = options
  const genesisTimestamp = toUnixSeconds(now - playedRounds * intervalSeconds)
  const { rpcUrl, child: chain } = await startAnvil({
    chainId,
    blockSeconds: null,
    genesisTimestamp: genesisTimestamp - DEPLOY_SECONDS,
  })
  try {
    const accounts = localAccounts(TRADER_COUNT)
    const market = await deployLocalMarket({
      rpcUrl,
      chainId,
      owner: accounts.owner,
      oracleWriter: accounts.oracle.address,
      genesisTimestamp,
      intervalSeconds,
    })
    await callRpc(rpcUrl, 'evm_setAutomine', [false])
    const schedule = { genesisTimestamp, intervalSeconds }
    const world = { rpcUrl, market, schedule, accounts, rounds: await readRecordedRounds() }
    await playRounds(world, 1, playedRounds)
    await mineAt(rpcUrl, roundTimes(schedule, toEpoch(playedRounds + 1)).startTimestamp)
    return { world, chain }
  } catch (error) {
    await chain.stop(0)
    throw error
  }
}

/** Continues a chain from its state file. */
export async function resumeLocalWorld(options: {
  chainId: number
  market: LocalMarket
  schedule: Schedule
  stateFile: string
}): Promise<RunningWorld> {
  const { chainId, market, schedule, stateFile } = options
  const anvil = await startAnvil({ chainId, blockSeconds: BLOCK_SECONDS, stateFile })
  return { world: await worldAt(anvil.rpcUrl, market, schedule), chain: anvil.child }
}

/** A world on a chain that runs already. */
export async function worldAt(
  rpcUrl: string,
  market: LocalMarket,
  schedule: Schedule,
): Promise<LocalWorld> {
  const accounts = localAccounts(TRADER_COUNT)
  return { rpcUrl, market, schedule, accounts, rounds: await readRecordedRounds() }
}

/** Plays recorded rounds `first` to `last`, both included, as fast as the chain can mine. */
export async function playRounds(world: LocalWorld, first: number, last: number): Promise<void> {
  const { rpcUrl, market, schedule, rounds } = world
  const send = replaySender(rpcUrl, market, world.accounts)
  for (let epoch = first; epoch <= last; epoch += 1) {
    await warpThrough(rpcUrl, intervalPlan(rounds, schedule, epoch), send)
  }
}

/** From now on the chain mines by itself, at the wall clock's pace. */
export async function startMining(world: LocalWorld): Promise<void> {
  await mineAt(world.rpcUrl, Math.floor(Date.now() / 1_000))
  await callRpc(world.rpcUrl, 'evm_setIntervalMining', [BLOCK_SECONDS])
}

/** Plays the oracle's and the traders' part in each round until `signal` aborts. */
export async function liveWorld(
  world: LocalWorld,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { rpcUrl, market, schedule, rounds, accounts } = world
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 5_000 }) })
  const ports: LivePorts = {
    chainTime: async () => toUnixSeconds((await client.getBlock()).timestamp),
    plan: (epoch) => intervalPlan(rounds, schedule, epoch),
    isDone: (action) => isDone(world, action),
    send: replaySender(rpcUrl, market, accounts),
    report,
  }
  await replayLive(ports, schedule, signal)
}

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256, uint256, uint256 updatedAt, uint80)',
])

async function isDone(world: LocalWorld, action: ReplayAction): Promise<boolean> {
  const { rpcUrl, market, accounts } = world
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 5_000 }) })
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
