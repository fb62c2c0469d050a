import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { CREATE_SHARED_LIMITS, createLimitStore, type LimitStore } from './limit-store.ts'
import { SharedLimits } from './shared-limits.ts'

const PER_MINUTE = 600
const MAX_HELD = 60

let database: TestDatabase<object>

beforeAll(async () => {
  database = await createTestDatabase<object>(inject('postgresUrl'), async (url) => {
    const db = openDatabase<object>({ url, applicationName: 'test', onIdleError: () => undefined })
    for (const statement of CREATE_SHARED_LIMITS) await statement.execute(db)
    return db
  })
})

afterAll(() => database.drop())

beforeEach(async () => {
  await sql`truncate limit_nodes, limit_buckets, limit_holds`.execute(database.db)
})

/** A node whose exchanges the test runs. */
function createNode(store: LimitStore = createLimitStore(database.db)) {
  const counts: number[] = []
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const limits = new SharedLimits({ store, log, onNodes: (nodes) => counts.push(nodes) })
  const rates = limits.rateLimiter('api', PER_MINUTE)
  const holds = limits.heldCounts('streams', MAX_HELD)
  return { limits, rates, holds, lines, nodes: () => counts.at(-1) }
}

async function join<nodes extends readonly Node[]>(nodes: nodes): Promise<nodes> {
  for (let round = 0; round < 2; round += 1) {
    for (const { limits } of nodes) await limits.exchange()
  }
  return nodes
}

const twoNodes = () => join([createNode(), createNode()] as const)

/** Callers get something back while a slow machine exchanges: this many exchanges are enough for the rest. */
const MAX_ROUNDS = 100

type Node = ReturnType<typeof createNode>

/** Requests at the nodes in turn, with exchanges in between, until no node allows any more. */
async function drain(nodes: readonly Node[], caller: string): Promise<number> {
  let allowed = 0
  let before = -1
  for (let round = 0; round < MAX_ROUNDS && allowed > before; round += 1) {
    before = allowed
    for (let times = 0; times < PER_MINUTE; times += 1) {
      for (const { rates } of nodes) if (rates.allows(caller, Date.now())) allowed += 1
    }
    for (const { limits } of nodes) await limits.exchange()
  }
  return allowed
}

/** Requests that a caller may get back while the test runs. */
const refilledIn = (ms: number) => (ms * PER_MINUTE) / 60_000

describe('SharedLimits', () => {
  test('looks for other nodes at once when an idle one counts something', async () => {
    let beats = 0
    const beat = () => {
      beats += 1
      return Promise.resolve({ nodes: 1, isNew: false })
    }
    const { limits, rates, holds } = createNode({ ...createLimitStore(database.db), beat })
    const stopping = new AbortController()
    const running = limits.run(stopping.signal)
    // Longer than the interval of a node that counts, and shorter than that of one that does not.
    const wait = () => new Promise((done) => setTimeout(done, 1_200))
    const beatsSoon = (count: number) => expect.poll(() => beats, { timeout: 1_500 }).toBe(count)
    await wait()
    expect(beats).toBe(1)
    rates.allows('192.0.2.9', Date.now())
    await beatsSoon(2)
    await wait()
    expect(beats).toBe(2)
    holds.add('192.0.2.9')
    await beatsSoon(3)
    stopping.abort()
    await running
  })

  test('limits a caller who alternates between nodes', async () => {
    const nodes = await join([createNode(), createNode(), createNode()])
    const startMs = performance.now()
    const allowed = await drain(nodes, '192.0.2.1')
    const most = PER_MINUTE * (1 + 3 / 50) + refilledIn(performance.now() - startMs)
    expect(allowed).toBeGreaterThanOrEqual(PER_MINUTE)
    expect(allowed).toBeLessThanOrEqual(most)
  })

  test('limits a caller who moves on to a node that does not know it', async () => {
    const [first, second] = await twoNodes()
    const startMs = performance.now()
    const allowed = (await drain([first], '192.0.2.2')) + (await drain([second], '192.0.2.2'))
    const most = PER_MINUTE * (1 + 2 / 50) + refilledIn(performance.now() - startMs)
    expect(allowed).toBeLessThanOrEqual(most)
  })

  test('allows a burst at once that the limit names, before an exchange', async () => {
    const node = createNode()
    const pictures = node.limits.rateLimiter('pictures', 120, 40)
    const other = createNode()
    await join([node, other])
    let allowed = 0
    while (pictures.allows('192.0.2.8', Date.now())) allowed += 1
    expect(allowed).toBe(40)
    const large = node.limits.rateLimiter('requests', 60_000, 40)
    await node.limits.exchange()
    expect(large.allows('192.0.2.8', Date.now(), 1_000)).toBe(true)
  })

  test('counts what a node has used alone once another joins', async () => {
    const first = createNode()
    await first.limits.exchange()
    while (first.rates.allows('192.0.2.3', Date.now())) {
      // Until the limit.
    }
    const second = createNode()
    for (const { limits } of [second, first, second]) await limits.exchange()
    expect([first.nodes(), second.nodes()]).toEqual([2, 2])
    const startMs = performance.now()
    const more = await drain([second], '192.0.2.3')
    expect(more).toBeLessThanOrEqual(
      PER_MINUTE / 50 + refilledIn(performance.now() - startMs) + refilledIn(2_000),
    )
  })

  test('shares nothing of callers that use little, and no address', async () => {
    const [first] = await twoNodes()
    first.rates.allows('192.0.2.4', Date.now())
    await first.limits.exchange()
    const { rows: none } = await sql`select from limit_buckets`.execute(database.db)
    expect(none).toHaveLength(0)
    first.rates.allows('192.0.2.4', Date.now(), 100)
    first.holds.add('192.0.2.4')
    await first.limits.exchange()
    const { rows } = await sql<{ caller: Buffer }>`
      select caller from limit_buckets union all select caller from limit_holds`.execute(
      database.db,
    )
    expect(rows).toHaveLength(2)
    for (const { caller } of rows) expect(caller).toHaveLength(16)
  })

  test('limits what a caller holds at all nodes together, and forgets a dead node', async () => {
    const [first, second] = await twoNodes()
    const take = (node: Node) => {
      let taken = 0
      for (; node.holds.hasRoom('192.0.2.5'); taken += 1) node.holds.add('192.0.2.5')
      return taken
    }
    let held = 0
    for (let round = 0; round < 50; round += 1) {
      for (const node of [first, second]) {
        held += take(node)
        await node.limits.exchange()
      }
    }
    expect(held).toBeGreaterThanOrEqual(MAX_HELD)
    expect(held).toBeLessThanOrEqual(MAX_HELD * (1 + 2 / 20))

    // The first node dies: its lease ends.
    await sql`update limit_nodes set seen_at = seen_at - interval '11 seconds'`.execute(database.db)
    second.holds.hasRoom('192.0.2.5')
    await expect
      .poll(async () => {
        await second.limits.exchange()
        return second.nodes()
      })
      .toBe(1)
    expect(take(second)).toBeGreaterThan(0)
  })

  test('tells the others again what callers hold when a crash has emptied the tables', async () => {
    const [first, second] = await twoNodes()
    for (let times = 0; times < MAX_HELD; times += 1) first.holds.add('192.0.2.6')
    await first.limits.exchange()
    await sql`truncate limit_nodes, limit_buckets, limit_holds`.execute(database.db)
    await expect
      .poll(async () => {
        for (const { limits } of [first, second]) await limits.exchange()
        second.holds.hasRoom('192.0.2.6')
        const { rows } = await sql<{ held: number }>`select held from limit_holds`.execute(
          database.db,
        )
        return rows.map(({ held }) => held)
      })
      .toContain(MAX_HELD)
  })

  test('error: counts alone while the store does not respond, and logs it once', async () => {
    let isDown = false
    let failures = 0
    const store = createLimitStore(database.db)
    const beat = () => {
      if (!isDown) return store.beat()
      failures += 1
      return Promise.reject(new Error('down'))
    }
    const failing = { ...store, beat }
    const node = createNode(failing)
    const other = createNode()
    const stopping = new AbortController()
    const running = Promise.all([node, other].map(({ limits }) => limits.run(stopping.signal)))
    await expect.poll(node.nodes).toBe(2)
    isDown = true
    await expect.poll(() => failures).toBeGreaterThan(2)
    expect(node.nodes()).toBe(0)
    let allowed = 0
    while (node.rates.allows('192.0.2.7', Date.now())) allowed += 1
    expect(allowed).toBeGreaterThanOrEqual(PER_MINUTE)
    isDown = false
    await expect.poll(node.nodes).toBe(2)
    // The other node knows the usage from the time without it.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ tokens: number }>`select tokens from limit_buckets`.execute(
          database.db,
        )
        return rows.length
      })
      .toBe(1)
    stopping.abort()
    await running
    const messages = node.lines.map((line) => JSON.parse(line).msg)
    expect(messages).toEqual([
      'shared limits unreachable, counting alone',
      'shared limits reachable again',
    ])
    const { rows } = await sql`select from limit_nodes`.execute(database.db)
    expect(rows).toHaveLength(0)
  })
})
