import { setTimeout as sleep } from 'node:timers/promises'
import { randomInteger, seededRandom } from '@bullring/stack/replay/random'
import { createFaults, type Fault, pick } from './faults.ts'
import { judge } from './judge.ts'
import { type PlayedClusterOptions, startPlayedCluster } from './played-cluster.ts'
import { type PlayerDeps, playNextRound, pushAnswer } from './player.ts'
import { Tally } from './tally.ts'
import type { Watcher } from './watcher.ts'

export type ChaosOptions = PlayedClusterOptions & {
  rounds: number
  /** Waits between two rounds. */
  paceMs: number
}

export type ChaosReport = {
  seed: number
  rounds: number
  bets: number
  claims: number
  undone: number
  faults: Tally
  watchers: readonly Watcher['counts'][]
  /** Empty when everything agrees with the ledger. */
  differences: readonly string[]
  /** Faults that could not be injected on this machine. */
  missing: readonly string[]
}

const MAX_ACTIVE = 3
const FAULT_CHANCE = 0.6
const REORG_CHANCE = 0.12
const JUMP_CHANCE = 0.05
const MAX_DEPTH = 64

/** Plays rounds on a cluster while parts of it fail, then compares everything with the ledger. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  await using cleanup = new AsyncDisposableStack()
  const played = await startPlayedCluster(options, cleanup)
  const tally = await playAmidFaults(played, createFaults(played), options)
  await played.links.heal()
  const { ledger, watchers, disk } = played
  const differences = await judge(played)
  return {
    seed: options.seed,
    rounds: options.rounds,
    bets: ledger.bets.length,
    undone: ledger.undone,
    claims: ledger.bets.filter(({ claimedAt }) => claimedAt !== null).length,
    faults: tally,
    watchers: watchers.map(({ counts }) => counts),
    differences,
    missing: disk === null ? ['full disk (needs root on Linux)'] : [],
  }
}

/** Plays all rounds. Ends when the last fault is over. */
async function playAmidFaults(
  deps: PlayerDeps,
  faults: readonly Fault[],
  { rounds, seed, paceMs, report, signal }: ChaosOptions,
): Promise<Tally> {
  const tally = new Tally()
  const active = new Set<Promise<void>>()
  const inject = (round: number) => {
    const random = seededRandom(seed * 65_537 + round)
    const fault = pick(
      random,
      faults.flatMap((item) => Array<Fault>(item.weight).fill(item)),
    )
    report(`round ${round}: ${fault.name}`)
    const injected = fault.inject(random).then(
      (isInjected) => {
        if (isInjected) tally.add(fault.name)
        report(`round ${round}: ${fault.name} ${isInjected ? 'is over' : 'was not possible'}`)
      },
      (error: unknown) => report(`round ${round}: ${fault.name} failed: ${String(error)}`),
    )
    const entry = injected.finally(() => active.delete(entry))
    active.add(entry)
  }
  for (let round = 1; round <= rounds; round += 1) {
    signal.throwIfAborted()
    if (active.size < MAX_ACTIVE && deps.random() < FAULT_CHANCE) inject(round)
    const epoch = await playNextRound(deps)
    report(`round ${round}: epoch ${epoch}, ${deps.ledger.betsIn(epoch).length} bets`)
    if (deps.random() < REORG_CHANCE) tally.add(await reorg(deps, report))
    if (deps.random() < JUMP_CHANCE) tally.add(await jump(deps))
    await sleep(paceMs)
  }
  await Promise.all(active)
  return tally
}

async function reorg(
  { chain, ledger, random }: PlayerDeps,
  report: (text: string) => void,
): Promise<string> {
  const isDeep = random() < 0.3
  const depth = randomInteger(random, 1, isDeep ? MAX_DEPTH : 8)
  const block = await chain.reorg(depth)
  ledger.undoAbove(block)
  report(`reorg of ${depth} blocks, to ${block}`)
  return depth > 8 ? 'reorg of 9 to 64 blocks' : 'reorg of 1 to 8 blocks'
}

/** The chain's clock jumps over some rounds, whose strikes have no answer in time. */
async function jump(deps: PlayerDeps): Promise<string> {
  const { chain, ledger, random } = deps
  const { time } = await chain.head()
  const rounds = randomInteger(random, 1, 4)
  await pushAnswer(deps, (time + rounds * ledger.terms.schedule.intervalSeconds) as typeof time)
  return 'jump of the chain’s clock'
}
