import { join } from 'node:path'
import { buildContracts, buildWebApp, webRoot } from '@bullring/stack/build'
import { privateKeyOf } from '@bullring/stack/chain/local-accounts'
import { openMarket } from '@bullring/stack/chain/open-market'
import { openCurrentFolder } from '@bullring/stack/data-folder/open-current-folder'
import { lockDataFolder } from '@bullring/stack/data-folder/run-lock'
import { StackError } from '@bullring/stack/errors'
import type { LocalGame } from '@bullring/stack/local-game'
import { openLog } from '@bullring/stack/log'
import type { Child } from '@bullring/stack/processes/child'
import { portProblem, portProblemText } from '@bullring/stack/processes/free-port'
import type { Progress } from '@bullring/stack/progress'
import { runLocalLoops } from '@bullring/stack/run-local-loops'
import { priceLabels, projectIdOf, walletVariables } from '@bullring/stack/service-variables'
import { parseSettings, type StackSettings } from '@bullring/stack/settings'
import { startCluster } from './cluster.ts'
import { CLUSTER_PORTS, type ClusterPlan, planCluster } from './plan.ts'
import { requireProgram } from './programs/require-program.ts'

/** A cluster with a local chain, whose oracle and traders play on. */
export type LocalCluster = {
  url: string
  parts: readonly { name: string; url: string }[]
  /** Promotes the standby. Reports when the old primary follows. */
  failOver: () => Promise<void>
  stop: () => Promise<void>
}

const DEFAULT_PORT = '3200'

/**
 * Starts a cluster in its data folder, or continues it.
 *
 * @param env - Settings as of `npm start`. The load balancer listens on PORT, the others on the ports after it.
 * @throws {StackError} with a sentence for the operator, after stopping what was started.
 */
export async function startLocalCluster(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  progress: Progress,
  signal: AbortSignal,
): Promise<LocalCluster> {
  await using cleanup = new AsyncDisposableStack()
  const settings = clusterSettings(env, args)
  const { chain } = settings
  if (chain.kind !== 'local')
    throw new StackError('npm run cluster starts a local chain: leave CHAIN_ID unset.')
  requireProgram('haproxy')
  requireProgram('nats-server')
  // First: programs of a killed run still use the ports.
  const lock = await lockDataFolder(settings.dataDir)
  cleanup.defer(lock.release)
  const plan = await planPorts(settings.port)
  await progress.step('contracts', buildContracts, String)
  await progress.step('web app', buildWebApp, String)
  const folder = await openCurrentFolder(settings, progress)
  const log = openLog(join(folder.path, 'bullring.log'), () => undefined)
  const trackChild = (child: Child, program: string) => lock.addChild(child.pid, program)
  const keepChild = async (child: Child, program: string) => {
    cleanup.defer(() => child.stop())
    await trackChild(child, program)
  }
  const start = { settings, folder, progress, cleanup, keepChild, note: progress.note, signal }
  const market = await openMarket(start)
  if (market.kind !== 'local') throw new TypeError('a local chain has a local market')
  const { localGame } = market
  const cluster = await progress.step('databases, NATS, load balancer, nodes', () =>
    startCluster({
      folder: folder.path,
      password: folder.manifest.databasePassword,
      plan,
      chain: addressOf(localGame.rpcUrl),
      variables: marketVariables(settings, localGame),
      walletVariables: (databaseUrl) => ({
        ...walletVariables(settings, {
          databaseUrl,
          market,
          nameSignerKey: folder.manifest.nameSignerKey,
          bundler: null,
        }),
        PORT: `${plan.wallet}`,
      }),
      variablesOf: (node) =>
        node.startsWith('api') ? pageVariables(settings, localGame, plan.haproxy.wallet.port) : {},
      keeperKey: privateKeyOf(localGame.accounts.keeper),
      keepChild: trackChild,
      report: log.linesOf('cluster'),
      signal,
    }),
  )
  cleanup.defer(cluster.stop)
  cleanup.defer(runLocalLoops(localGame, chain, folder, log))
  const running = cleanup.move()
  return {
    url: cluster.url,
    parts: [
      ...cluster.nodes.map(({ name, url }) => ({ name, url })),
      ...plan.databases.map(({ port }, index) => ({
        name: `db${index + 1}`,
        url: `postgres://127.0.0.1:${port}`,
      })),
      ...plan.nats.map(({ port }, index) => ({
        name: `nats${index + 1}`,
        url: `nats://127.0.0.1:${port}`,
      })),
      { name: 'metrics', url: `http://127.0.0.1:${plan.haproxy.metrics}/metrics` },
      { name: 'log', url: join(folder.path, 'bullring.log') },
    ],
    failOver: () => progress.step('fail-over', () => cluster.databases.failOver()),
    stop: () => running.disposeAsync(),
  }
}

function clusterSettings(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): StackSettings {
  const settings = parseSettings(
    {
      ...env,
      PORT: env['PORT'] ?? DEFAULT_PORT,
      LOCAL_MARKETS: 'BNB',
      EMBEDDED_WALLET: 'off',
      RELAY: 'off',
    },
    args,
  )
  const dataDir = env['DATA_DIR'] ?? `${settings.dataDir}-cluster`
  const { chain } = settings
  return {
    ...settings,
    dataDir,
    chain: chain.kind === 'local' ? { ...chain, hasExchange: false } : chain,
  }
}

async function planPorts(first: number): Promise<ClusterPlan> {
  const ports = Array.from({ length: CLUSTER_PORTS }, (_, index) => first + index)
  for (const port of ports) {
    const problem = await portProblem('127.0.0.1', port)
    if (problem === null) continue
    throw new StackError(
      `Port ${port} of 127.0.0.1 ${portProblemText(problem)}. The cluster needs ${CLUSTER_PORTS} ports from PORT on: choose another PORT.`,
    )
  }
  return planCluster(ports, 1)
}

function marketVariables({ chain }: StackSettings, { market }: LocalGame): Record<string, string> {
  return {
    CHAIN_ID: `${chain.id}`,
    PREDICTION_ADDRESS: market.prediction,
    START_BLOCK: `${market.startBlock}`,
    GAME_KEEPER_SETTLE_EMPTY: 'true',
    LOG_LEVEL: 'info',
  }
}

/** Returns the variables of the nodes that serve the page. */
function pageVariables(
  settings: StackSettings,
  { accounts }: LocalGame,
  walletPort: number,
): Record<string, string> {
  return {
    GAME_WEB_ROOT: webRoot,
    WALLET_SERVICE_URL: `http://127.0.0.1:${walletPort}`,
    GAME_PROJECT_ID: projectIdOf(settings),
    GAME_FAUCET_PRIVATE_KEY: privateKeyOf(accounts.faucet),
    ...priceLabels(settings.chain, false),
  }
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port) }
}
