import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomInteger } from '@bullring/stack/replay/random'
import type { Fault as NodeFault } from '@bullring/stack/testing/node-faults'
import type { Cluster } from '../cluster.ts'
import type { LinkFault } from '../fault-proxy.ts'
import type { Clocks } from './clocks.ts'
import type { Links } from './links.ts'

type Random = () => number

/** Something that goes wrong while rounds are played. */
export type Fault = {
  name: string
  /** Relative frequency with which it is chosen. */
  weight: number
  /** Resolves once it is over, with false when it could not be injected now. */
  inject: (random: Random) => Promise<boolean>
}

const MAX_SHIFT_SECONDS = 7_200

const NODE_FAULTS: readonly NodeFault[] = [
  'cuts a body short',
  'responds with a gateway error page',
  'returns a wrong block hash',
  'returns no logs at first',
  'hides bets',
  'is busy and sets Retry-After',
  'is behind the head',
  'never responds',
]

export type FaultDeps = {
  cluster: Cluster
  links: Links
  clocks: Clocks
  /** Folder on a file system that may be filled; null when there is none. */
  disk: string | null
}

/** Lists the faults that this machine can inject. */
export function createFaults(deps: FaultDeps): Fault[] {
  const { cluster, disk } = deps
  const { databases, nats, haproxy } = cluster
  const kill = (name: string, weight: number, act: (random: Random) => boolean): Fault => ({
    name: `kill -9: ${name}`,
    weight,
    inject: (random) => Promise.resolve(act(random)),
  })
  const roles = ['index', 'keeper', 'api', 'stream'] as const
  return [
    ...roles.map((role) =>
      kill(`${role} node`, 3, (random) => {
        const nodes = cluster.nodes.filter(({ plan }) => plan.roles.includes(role))
        return pick(random, nodes).kill()
      }),
    ),
    kill('PostgreSQL primary', 1, () => databases.kill('primary')),
    kill('PostgreSQL standby', 1, () => databases.kill('standby')),
    kill('NATS', 2, (random) => pick(random, nats).kill()),
    kill('load balancer', 1, () => haproxy.kill()),
    { name: 'fail-over of PostgreSQL', weight: 2, inject: () => failOver(cluster) },
    ...linkFaults(deps),
    ...nodeFaults(deps),
    { name: 'jump of a node’s clock', weight: 2, inject: (random) => shiftClock(deps, random) },
    ...(disk === null
      ? []
      : [{ name: 'full disk', weight: 1, inject: (random: Random) => fillDisk(disk, random) }]),
  ]
}

async function failOver({ databases }: Cluster): Promise<boolean> {
  if (!databases.isSynchronous()) return false
  await databases.failOver()
  await databases.untilSynchronous()
  return true
}

function linkFaults({ links }: FaultDeps): Fault[] {
  const linkFault = (name: string, create: (random: Random) => LinkFault): Fault => ({
    name: `network: ${name}`,
    weight: 3,
    inject: async (random) => {
      const { proxy } = pick(random, links.all())
      proxy.setFault(create(random))
      await sleep(randomInteger(random, 300, 5_000))
      proxy.setFault(null)
      return true
    },
  })
  return [
    linkFault('cut', () => ({ kind: 'cut' })),
    linkFault('packets lost', () => ({ kind: 'hang' })),
    linkFault('latency', (random) => ({ kind: 'slow', delayMs: randomInteger(random, 20, 400) })),
  ]
}

function nodeFaults({ links }: FaultDeps): Fault[] {
  return NODE_FAULTS.map((fault) => ({
    name: `chain node ${fault}`,
    weight: 1,
    inject: async (random) => {
      const node = pick(random, links.chainNodes())
      await node.setFault(fault)
      await sleep(randomInteger(random, 500, 4_000))
      await node.setFault(null)
      return true
    },
  }))
}

async function shiftClock({ cluster, clocks }: FaultDeps, random: Random): Promise<boolean> {
  const { name } = pick(random, cluster.nodes)
  const seconds = randomInteger(random, -MAX_SHIFT_SECONDS, MAX_SHIFT_SECONDS)
  await clocks.shift(name, seconds * 1_000)
  await sleep(randomInteger(random, 500, 8_000))
  await clocks.shift(name, 0)
  return true
}

/** Takes all space that is left for a while. */
async function fillDisk(folder: string, random: Random): Promise<boolean> {
  const file = join(folder, 'filler')
  try {
    const { bavail, bsize } = await statfs(folder)
    const handle = await open(file, 'w')
    const block = Buffer.alloc(1_048_576)
    try {
      for (let left = bavail * bsize; left > 0; left -= block.length) await handle.write(block)
    } catch {
      // Full.
    } finally {
      await handle.close()
    }
    await sleep(randomInteger(random, 500, 3_000))
  } finally {
    await rm(file, { force: true })
  }
  return true
}

export function pick<item>(random: Random, items: readonly item[]): item {
  const item = items[randomInteger(random, 0, items.length - 1)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}
