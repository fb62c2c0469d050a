import type { ServerPorts } from './database/database-pair.ts'
import type { HaproxyPorts } from './programs/start-haproxy.ts'
import type { NatsPorts } from './programs/start-nats.ts'

export type Role = 'index' | 'keeper' | 'api' | 'stream'

/** One process of the game service. */
export type PlannedNode = {
  name: string
  roles: readonly Role[]
  port: number
  /** Port of the database server that it reads from. */
  readPort: number
}

/** Processes of a cluster and their ports on 127.0.0.1. */
export type ClusterPlan = {
  nodes: readonly PlannedNode[]
  nats: readonly NatsPorts[]
  /** Port of the wallet service, where the page needs one. */
  wallet: number
  databases: readonly [ServerPorts, ServerPorts]
  haproxy: HaproxyPorts
}

/** Ports of a cluster with at most two keepers. */
export const CLUSTER_PORTS = 25

/** Nodes that `ops/cluster/haproxy.cfg` names. */
const API_NODES = 4
const STREAM_NODES = 2
/** Servers that `ops/cluster/nats.conf` names. */
const NATS_SERVERS = 3

/**
 * Plans one leader of the index with a standby, `keepers` keepers, four API nodes and two of live events.
 *
 * @param ports - `CLUSTER_PORTS` free ports, the load balancer's first.
 */
export function planCluster(ports: readonly number[], keepers: number): ClusterPlan {
  const free = [...ports]
  const take = () => {
    const port = free.shift()
    if (port === undefined) throw new Error('A cluster needs more ports')
    return port
  }
  const game = take()
  const server = (): ServerPorts => ({ port: take(), checkPort: take() })
  const databases = [server(), server()] as const
  const nodesOf = (role: Role, count: number): PlannedNode[] =>
    Array.from({ length: count }, (_, index) => ({
      name: `${role}${index + 1}`,
      roles: [role],
      port: take(),
      // One server for each: another one may be older.
      readPort: databases[index % 2 === 0 ? 1 : 0].port,
    }))
  const [api, stream] = [nodesOf('api', API_NODES), nodesOf('stream', STREAM_NODES)]
  const nodes = [...nodesOf('index', 2), ...nodesOf('keeper', keepers), ...api, ...stream]
  const nats = Array.from({ length: NATS_SERVERS }, () => ({ port: take(), routePort: take() }))
  const [primary, metrics] = [take(), take()]
  const wallet = { port: take(), service: take() }
  return {
    nodes,
    nats,
    databases,
    haproxy: {
      game,
      primary,
      metrics,
      wallet,
      api: api.map(({ port }) => port),
      stream: stream.map(({ port }) => port),
      databases,
    },
    wallet: wallet.service,
  }
}
