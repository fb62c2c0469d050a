import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import type { Supervised } from '../processes/supervise.ts'
import { judge } from './judge.ts'
import {
  type PlayedCluster,
  type PlayedClusterOptions,
  startPlayedCluster,
} from './played-cluster.ts'
import { playNextRound } from './player.ts'
import { post } from './post.ts'

export type UpgradeReport = {
  /** Names of the restarted processes, in order. */
  restarted: readonly string[]
  rounds: number
  bets: number
  /** Reads of the API in the meantime, and what those that failed said. */
  reads: number
  failedReads: readonly string[]
  /** Empty when everything agrees with the ledger. */
  differences: readonly string[]
}

/** Time for a server to have what it missed, before the next one stops. */
const SETTLE_MS = 3_000
const READ_PAUSE_MS = 20

/**
 * Restarts all processes of a cluster in the order of an upgrade (docs/cluster.md) while rounds are played and visitors read,
 * then compares everything with the ledger.
 */
export async function runUpgrade(options: PlayedClusterOptions): Promise<UpgradeReport> {
  await using cleanup = new AsyncDisposableStack()
  const played = await startPlayedCluster(options, cleanup)
  const { cluster, ledger, report } = played
  const upgrading = new AbortController()
  cleanup.defer(() => Promise.resolve(upgrading.abort()))
  const reading = readOften(played, upgrading.signal)
  const playing = playUntil(played, upgrading.signal)
  const order = upgradeOrder(cluster)
  for (const part of order) {
    report(`restarting ${part.name}`)
    await part.restart()
    await sleep(SETTLE_MS, null, { signal: options.signal })
  }
  upgrading.abort()
  const { reads, failedReads } = await reading
  return {
    restarted: order.map(({ name }) => name),
    rounds: await playing,
    bets: ledger.bets.length,
    reads,
    failedReads,
    differences: await judge(played),
  }
}

function upgradeOrder({ nats, nodes }: Cluster): readonly Supervised[] {
  const ofRole = (role: string) =>
    nodes.filter(({ plan }) => plan.roles.some((each) => each === role))
  return [
    ...nats,
    ...ofRole('index').toReversed(),
    ...ofRole('keeper'),
    ...ofRole('api'),
    ...ofRole('stream'),
  ]
}

async function playUntil(played: PlayedCluster, stopping: AbortSignal): Promise<number> {
  let rounds = 0
  for (; !stopping.aborted; rounds += 1) await playNextRound(played)
  return rounds
}

async function readOften({ cluster: { url }, report }: PlayedCluster, stopping: AbortSignal) {
  const failedReads: string[] = []
  let reads = 0
  for (; !stopping.aborted; reads += 1) {
    await post(url, '/api/rounds', { limit: 10 }).catch((error: unknown) => {
      failedReads.push(String(error))
      report(String(error))
    })
    await sleep(READ_PAUSE_MS)
  }
  return { reads, failedReads }
}
