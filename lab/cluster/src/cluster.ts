import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureServiceDatabase } from '@bullring/stack/database/ensure-service-database'
import type { Child } from '@bullring/stack/processes/child'
import { startService } from '@bullring/stack/start-service'
import { type DatabasePair, startDatabasePair } from './database/database-pair.ts'
import type { Address } from './fault-proxy.ts'
import type { ClusterPlan, PlannedNode } from './plan.ts'
import { type Supervised, supervise } from './processes/supervise.ts'
import { requireProgram } from './programs/require-program.ts'
import { startHaproxy } from './programs/start-haproxy.ts'
import { natsUrl, startNats } from './programs/start-nats.ts'

/** A part that nodes connect to. */
export type Part = 'database' | 'replica' | 'nats' | 'chain'

export type ClusterOptions = {
  folder: string
  password: string
  plan: ClusterPlan
  /** URL of the chain's node. */
  chain: Address
  /** Variables of all nodes: chain, market, limits. */
  variables: Readonly<Record<string, string>>
  keeperKey: string
  /** Called with the URL of the game's database before nodes use it. */
  prepare?: (databaseUrl: string) => Promise<void>
  /** Further lines of `postgresql.conf`. */
  postgresConfig?: string
  /** Variables of a wallet service at the planned port, given the URL of its database; null for none. */
  walletVariables?: ((databaseUrl: string) => Record<string, string>) | null
  /** Further variables of single nodes. */
  variablesOf?: (node: string) => Readonly<Record<string, string>>
  /** Puts something between a node and a part. */
  link?: (node: string, part: Part, target: Address) => Promise<Address>
  keepChild?: (child: Child, program: string) => Promise<void>
  report: (text: string) => void
  signal: AbortSignal
}

/** Running nodes and their dependencies. */
export type Cluster = {
  /** Address of the load balancer. */
  url: string
  databases: DatabasePair
  nats: readonly Supervised[]
  haproxy: Supervised
  nodes: readonly (Supervised & { plan: PlannedNode; url: string })[]
  stop: () => Promise<void>
}

/**
 * Starts databases, NATS, load balancer and nodes on loopback ports.
 *
 * @throws {StackError} with a sentence for the operator, after stopping what was started.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await using cleanup = new AsyncDisposableStack()
  const { folder, plan, report, keepChild, signal } = options
  const programs = { haproxy: requireProgram('haproxy'), nats: requireProgram('nats-server') }
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const databases = await startDatabasePair({
    folder: join(folder, 'postgres'),
    password: options.password,
    ports: plan.databases,
    report,
    ...(options.postgresConfig !== undefined && { config: options.postgresConfig }),
    ...(keepChild && { keepChild }),
  })
  cleanup.defer(() => databases.stop())
  const databaseUrl = await ensureServiceDatabase(databases.primaryUrl(), 'game')
  await options.prepare?.(databaseUrl)
  signal.throwIfAborted()
  const start = async (
    name: string,
    program: string,
    run: (signal: AbortSignal) => Promise<Child>,
  ) => {
    const supervised = await supervise({
      name,
      report,
      start: async (stopping) => {
        const child = await run(stopping)
        await keepChild?.(child, program)
        return child
      },
    })
    cleanup.defer(() => supervised.stop())
    return supervised
  }
  const startOurs = (name: string, service: 'game' | 'wallet', env: Record<string, string>) =>
    start(name, `${service}.ts`, async (stopping) => {
      const onLine = (line: string) => report(`${name}: ${line}`)
      return (await startService({ service, env, onLine, signal: stopping })).child
    })
  const { password } = options
  const nats = await Promise.all(
    plan.nats.map((_, index) =>
      start(`nats${index + 1}`, 'nats-server', () =>
        startNats({ program: programs.nats, folder, servers: plan.nats, index, password }),
      ),
    ),
  )
  const haproxy = await start('haproxy', 'haproxy', () =>
    startHaproxy(programs.haproxy, folder, plan.haproxy),
  )
  const { walletVariables = null } = options
  if (walletVariables !== null) {
    const own = await ensureServiceDatabase(databases.primaryUrl(), 'wallet')
    const env = walletVariables(at(own, loopback(plan.haproxy.primary)))
    await startOurs('wallet', 'wallet', env)
  }
  signal.throwIfAborted()
  // The index migrates the database before others read it.
  const [first, ...others] = plan.nodes
  const startNode = async (node: PlannedNode) => {
    const env = await nodeVariables(node, databaseUrl, options)
    const supervised = await startOurs(node.name, 'game', env)
    return { ...supervised, plan: node, url: `http://127.0.0.1:${node.port}` }
  }
  const nodes = first === undefined ? [] : [await startNode(first)]
  signal.throwIfAborted()
  nodes.push(...(await Promise.all(others.map(startNode))))
  const running = cleanup.move()
  return {
    url: `http://127.0.0.1:${plan.haproxy.game}`,
    databases,
    nats,
    haproxy,
    nodes,
    stop: () => running.disposeAsync(),
  }
}

async function nodeVariables(
  node: PlannedNode,
  databaseUrl: string,
  options: ClusterOptions,
): Promise<Record<string, string>> {
  const { plan, link = (_node, _part, target) => Promise.resolve(target) } = options
  const linked = (part: Part, target: Address) => link(node.name, part, target)
  const database = await linked('database', loopback(plan.haproxy.primary))
  const replica = await linked('replica', loopback(node.readPort))
  const servers = plan.nats.map(({ port }) => linked('nats', loopback(port)))
  const user = node.roles.includes('index') ? 'index' : 'node'
  const nats = (await Promise.all(servers)).map((at) => natsUrl(user, at, options.password))
  const chain = await linked('chain', options.chain)
  return {
    ...options.variables,
    ...options.variablesOf?.(node.name),
    GAME_ROLES: node.roles.join(','),
    BULLRING_HOST: '127.0.0.1',
    PORT: `${node.port}`,
    TRUST_PROXY: '1',
    DATABASE_URL: at(databaseUrl, database),
    GAME_DATABASE_READ_URL: at(databaseUrl, replica),
    GAME_NATS_URL: nats.join(),
    RPC_URL: `http://${chain.host}:${chain.port}`,
    ...(node.roles.includes('index') && {
      GAME_RPC_WS_URL: `ws://${chain.host}:${chain.port}`,
    }),
    ...(node.roles.includes('keeper') && { GAME_KEEPER_PRIVATE_KEY: options.keeperKey }),
  }
}

function loopback(port: number): Address {
  return { host: '127.0.0.1', port }
}

function at(url: string, { host, port }: Address): string {
  const moved = new URL(url)
  moved.hostname = host
  moved.port = `${port}`
  return moved.href
}
