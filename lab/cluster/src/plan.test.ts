import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { CLUSTER_PORTS, planCluster } from './plan.ts'

const PORTS = Array.from({ length: CLUSTER_PORTS }, (_, index) => 25_000 + index)

describe('planCluster', () => {
  test('lets each node read from one database server, and nodes of a role from both', () => {
    const { nodes, databases, haproxy } = planCluster(PORTS, 2)
    const servers = databases.map(({ port }) => port)
    for (const { readPort } of nodes) expect(servers).toContain(readPort)
    const api = nodes.filter(({ roles }) => roles.includes('api'))
    expect(new Set(api.map(({ readPort }) => readPort))).toEqual(new Set(servers))
    expect(haproxy.game).toBe(25_000)
  })

  test('takes each port once', () => {
    const { nodes, databases, haproxy, nats, wallet } = planCluster(PORTS, 2)
    const taken = [
      ...nodes.map(({ port }) => port),
      ...databases.flatMap(({ port, checkPort }) => [port, checkPort]),
      haproxy.game,
      haproxy.primary,
      haproxy.wallet.port,
      haproxy.metrics,
      ...nats.flatMap(({ port, routePort }) => [port, routePort]),
      wallet,
    ]
    expect(taken.toSorted()).toEqual(PORTS)
  })
})

describe('haproxy.cfg and haproxy-node.cfg of ops/cluster', () => {
  test('balances no connections over database servers but to the primary', async () => {
    const files = ['haproxy.cfg', 'haproxy-node.cfg']
    const read = (name: string) => readFile(join(repositoryRoot, 'ops/cluster', name), 'utf8')
    const text = (await Promise.all(files.map(read))).join('\n')
    const sections = text.split(/^(?=listen |backend |frontend )/m)
    const ofDatabases = sections.filter((section) => section.includes(':5432'))
    expect(ofDatabases).toHaveLength(1)
    expect(ofDatabases[0]).toContain('OPTIONS /primary')
  })
})
