import { join } from 'node:path'
import { privateKeyOf } from '@bullring/stack/chain/local-accounts'
import { seededRandom } from '@bullring/stack/replay/random'
import { type Cluster, startCluster } from '../cluster.ts'
import { planCluster } from '../plan.ts'
import { CHAOS_CHAIN_ID, type ChaosChain, startChaosChain } from './chaos-chain.ts'
import { type Clocks, createClocks } from './clocks.ts'
import { Ledger } from './ledger.ts'
import { createLinks, type Links } from './links.ts'
import type { PlayerDeps } from './player.ts'
import { mountSmallDisk } from './small-disk.ts'
import { Watcher } from './watcher.ts'

export type PlayedClusterOptions = {
  seed: number
  /** Empty folder that its caller removes. */
  folder: string
  ports: readonly number[]
  report: (text: string) => void
  /** Called with processes that do not name the folder. */
  keepProcess: (pid: number) => void
  signal: AbortSignal
}

/** A cluster with a chain on which rounds are played, clients that follow them, and the ledger of what they should see. */
export type PlayedCluster = PlayerDeps & {
  cluster: Cluster
  links: Links
  clocks: Clocks
  watchers: readonly Watcher[]
  /** Folder on a file system that may be filled; null when there is none. */
  disk: string | null
  report: (text: string) => void
}

const WATCHERS = 8

/** Starts a cluster whose parts can be made to fail. `cleanup` ends it. */
export async function startPlayedCluster(
  { folder, signal, report, seed, ports, keepProcess }: PlayedClusterOptions,
  cleanup: AsyncDisposableStack,
): Promise<PlayedCluster> {
  const chain = await startChaosChain()
  cleanup.defer(() => chain.anvil.child.stop(0))
  keepProcess(chain.anvil.child.pid)
  const clusterFolder = join(folder, 'cluster')
  const hasDisk = await mountSmallDisk(join(clusterFolder, 'postgres'))
  const links = createLinks()
  cleanup.defer(links.close)
  const clocks = createClocks(folder)
  const cluster = await startCluster({
    folder: clusterFolder,
    password: 'chaos',
    plan: planCluster(ports, 2),
    chain: addressOf(chain.anvil.rpcUrl),
    variables: marketVariables(chain),
    variablesOf: clocks.variablesOf,
    keeperKey: privateKeyOf(chain.keeperKey),
    postgresConfig: `fsync = off\nmax_wal_size = '96MB'\nmin_wal_size = '32MB'\nmax_slot_wal_keep_size = '200MB'\n`,
    link: links.link,
    report,
    signal,
  })
  cleanup.defer(cluster.stop)
  report(`started ${cluster.url}`)
  const ledger = new Ledger(chain.terms)
  ledger.addAnswer(chain.firstAnswer)
  const watching = new AbortController()
  const watchers = chain.players
    .slice(0, WATCHERS)
    .map((player) => new Watcher(cluster.url, player))
  const watched = Promise.all(watchers.map((watcher) => watcher.run(watching.signal)))
  cleanup.defer(async () => {
    watching.abort()
    await watched
  })
  return {
    chain,
    ledger,
    random: seededRandom(seed),
    signal,
    cluster,
    links,
    clocks,
    watchers,
    disk: hasDisk ? join(clusterFolder, 'postgres') : null,
    report,
  }
}

function marketVariables(chain: ChaosChain): Record<string, string> {
  return {
    CHAIN_ID: `${CHAOS_CHAIN_ID}`,
    PREDICTION_ADDRESS: chain.market.prediction,
    START_BLOCK: `${chain.market.startBlock}`,
    GAME_KEEPER_SETTLE_EMPTY: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
    GAME_STREAMS_PER_IP: '100000',
    LOG_LEVEL: 'warn',
    // As in bullring-node@.service.
    DRAIN_SECONDS: '6',
  }
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port) }
}
