import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@bullring/server/db/migrate'
import type { Child } from '@bullring/stack/processes/child'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { MIGRATIONS } from '../db/migrate.ts'
import { type Balancer, startBalancer } from '../testing/balancer.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { openResumingStream, type ResumingStream } from '../testing/resuming-stream.ts'
import { startGameProcess } from '../testing/start-game-service.ts'

const Ready = z.object({ kind: z.literal('ready'), url: z.string() })
const VISITORS = 4
const STREAMS = 4
/** Successful requests between two steps of the upgrade. */
const REQUESTS = 40

/** Changes that the next version may make while this one runs: rules in CONTRIBUTING.md. */
const NEXT: Migration = {
  up: async (db) => {
    await sql`alter table bets add column note text`.execute(db)
    await sql`create table notes (id bigint primary key)`.execute(db)
  },
}

type Node = { child: Child; url: string }

let chain: TestChain
let database: TestDatabase
let balancer: Balancer
const nodes: Node[] = []

beforeAll(async () => {
  chain = await startTestChain()
  await chain.push(60_000_000_000n, chain.schedule.genesisTimestamp + 10)
  database = await createTestDatabase(inject('postgresUrl'))
  balancer = await startBalancer()
})

afterAll(async () => {
  for (const { child } of nodes) await child.stop(0)
  await balancer.close()
  await database.drop()
  await chain.stop()
})

async function startNode(): Promise<Node> {
  const child = startGameProcess(chain, database.url, {
    RATE_LIMIT_PER_MINUTE: '1000000',
    // Until the test sends a second signal.
    DRAIN_SECONDS: '300',
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.process.on('message', (message) => {
      const parsed = z.safeParse(Ready, message)
      if (parsed.success) resolve(parsed.data.url)
    })
    void child.exited.then(() => reject(new Error(child.lastOutput())))
  })
  const node = { child, url }
  nodes.push(node)
  balancer.add(url)
  await expect.poll(() => balancer.ready()).toContain(url)
  return node
}

/** Takes a node out of service as `systemctl stop` does, with the second signal in place of a delay. */
async function stopNode({ child, url }: Node): Promise<void> {
  child.process.kill('SIGTERM')
  await expect.poll(() => balancer.ready()).not.toContain(url)
  await passRequests()
  child.process.kill('SIGTERM')
  expect(await child.exited).toBe('game ended with code 0')
}

const outcomes = new Map<string, number>()
const successes = () => outcomes.get('200') ?? 0

async function passRequests(): Promise<void> {
  const before = successes()
  await expect.poll(successes).toBeGreaterThan(before + REQUESTS)
}

/** Sends reads, cached and uncached, until `signal` aborts. */
async function visit(signal: AbortSignal): Promise<void> {
  const trader = chain.traders[0] ?? ''
  const requests: [string, unknown?][] = [
    ['/api/round-info', {}],
    ['/api/trades-by-user', { user_address: trader }],
    ['/api/leaderboard', {}],
    ['/config.json'],
    ['/api/current-epoch', {}],
  ]
  for (let index = 0; !signal.aborted; index += 1) {
    const [path, body] = requests[index % requests.length] ?? ['/config.json']
    const outcome = await statusOf(path, body)
    const name = outcome === '200' ? outcome : `${path} ${outcome}`
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    await sleep(2)
  }
}

async function statusOf(path: string, body?: unknown): Promise<string> {
  try {
    const response = await fetch(`${balancer.url}${path}`, {
      signal: AbortSignal.timeout(60_000),
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    await response.arrayBuffer()
    return `${response.status}`
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

let placed = 0

/** Each of the four traders can bet once. */
async function placeBet(): Promise<void> {
  await chain.bet(chain.traders[placed] ?? '0x', 1, 'bull', parseEther('1'))
  placed += 1
}

/** Sums of the bets that a client knows of. */
function betsSeen({ events }: ResumingStream): number {
  const rounds = new Map<number, number>()
  for (const received of events) {
    if (received.event === 'round')
      rounds.set(received.data.epoch, Number(received.data.bull_amount))
  }
  return [...rounds.values()].reduce((sum, amount) => sum + amount, 0)
}

describe('an upgrade', { timeout: 600_000 }, () => {
  test('of all nodes, one after the other, fails no request and loses no event', async () => {
    const closing = new AbortController()
    const old = [await startNode(), await startNode()]
    const streams = Array.from({ length: STREAMS }, () =>
      openResumingStream(`${balancer.url}/api/stream?symbol=BNB`, closing.signal),
    )
    await expect.poll(() => streams.every(({ isOpen }) => isOpen())).toBe(true)
    const visits = Array.from({ length: VISITORS }, () => visit(closing.signal))
    const expectBet = async () => {
      await placeBet()
      await expect.poll(() => streams.map(betsSeen)).toEqual(streams.map(() => placed))
    }
    await passRequests()
    await expectBet()

    // The first new node migrates at its start, while the old ones serve.
    await migrate({
      url: database.url,
      applicationName: 'test',
      onIdleError: () => undefined,
      migrations: { ...MIGRATIONS, '9999-notes': NEXT },
      variable: 'DATABASE_URL',
    })
    await passRequests()
    await expectBet()
    for (const node of old) {
      await startNode()
      await passRequests()
      await stopNode(node)
      await expectBet()
    }
    await passRequests()

    closing.abort()
    await Promise.all(visits)
    expect([...outcomes.keys()]).toEqual(['200'])
    for (const { events, connects } of streams) {
      expect(connects()).toBeGreaterThan(1)
      expect(events.filter(({ event }) => event === 'reset')).toEqual([])
      const ids = events.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))
      const texts = events.map((event) => JSON.stringify(event))
      expect(texts.length - new Set(texts).size).toBe(0)
    }
  })
})
