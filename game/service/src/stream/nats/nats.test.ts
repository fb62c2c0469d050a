import type { StreamEvent } from '@bullring/game-api/stream'
import { NATS_PROGRAM, type NatsServer, startNatsServer } from '@bullring/stack/testing/nats-server'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { listenForChanges } from '../../db/listen-for-changes.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { ConnectionLimit } from '../connection-limit.ts'
import { createStream } from '../create-stream.ts'
import type { ChangesSince } from '../events/to-events.ts'
import { createJournal } from '../postgres/journal.ts'
import {
  findBettors,
  findJournalId,
  hasChange,
  newestPosition,
  readWrittenChanges,
} from '../postgres/stream.queries.ts'
import { TimeSlices } from '../time-slices.ts'
import { followSteps } from './follow-steps.ts'
import { channelOf, openNats } from './nats.ts'
import { publishSteps } from './publish-steps.ts'

const log = pino({ level: 'silent' })

let database: TestDatabase
let server: NatsServer
let resources: AsyncDisposableStack

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  if (NATS_PROGRAM !== null) server = await startNatsServer()
})

afterEach(async () => {
  await resources.disposeAsync()
  if (NATS_PROGRAM !== null) await server.stop()
})

/** An event for each block. */
function toEvents({ changes }: ChangesSince) {
  const shared = changes.flatMap((change): StreamEvent[] =>
    change.kind === 'block'
      ? [{ event: 'epoch', data: { epoch: change.timestamp, block_timestamp: change.timestamp } }]
      : [],
  )
  return Promise.resolve({ shared, trades: [], decided: [] })
}

/** Dependencies of a process, with the number of its queries. */
async function connect() {
  const { db, url } = database
  const counted = { reads: 0, listeners: 0, replacing: [] as boolean[] }
  const journal = createJournal({
    readChanges: (range) => {
      counted.reads += 1
      return readWrittenChanges(db, range)
    },
    toEvents,
  })
  const nats = openNats([server.url])
  const stopping = new AbortController()
  const channel = channelOf(1, 'BNB', await findJournalId(db))
  const deps = {
    nats,
    channel,
    journal,
    log,
    metrics: {
      replacing: (isReplacing: boolean) => counted.replacing.push(isReplacing),
      waiting: () => undefined,
    },
    newestPosition: () => newestPosition(db),
    hasChange: (position: number) => hasChange(db, position),
    readProgress: () => Promise.resolve(null),
    listen: (onChange: (position: number | null) => void, signal: AbortSignal) => {
      counted.listeners += 1
      return listenForChanges(url, { onChange, onBreak: () => undefined }, signal)
    },
  }
  const end = (running: Promise<unknown>) => {
    const stop = async () => {
      stopping.abort()
      await nats.close()
      await running
    }
    resources.defer(stop)
    return stop
  }
  return { deps, counted, signal: stopping.signal, end }
}

async function startPublisher() {
  const { deps, signal, end } = await connect()
  return end(publishSteps(deps, signal))
}

async function startNode() {
  const { deps, counted, signal, end } = await connect()
  const { db } = database
  const stream = createStream(
    {
      journal: deps.journal,
      findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
      follow: (sink, signal) => followSteps(deps, sink, signal),
      log,
    },
    {
      limit: new ConnectionLimit({ maxPerIp: 100 }),
      slices: new TimeSlices(),
      from: await newestPosition(db),
    },
  )
  const stop = end(stream.run(signal))
  return { stream, counted, stop }
}

type Node = Awaited<ReturnType<typeof startNode>>

async function join({ stream }: Pick<Node, 'stream'>, lastEventId: string | null = null) {
  let text = ''
  const write = (chunk: Buffer) => {
    text += chunk.toString()
  }
  const sink = { write, end: () => null, destroy: () => null, writableLength: 0 }
  await stream.join({ ip: '1.1.1.1', account: null, sink }, lastEventId)
  return {
    /** Without heartbeats, and the time of a reconnect. */
    text: () => text.replaceAll(/event: heartbeat\ndata: \{\}\n\n|retry: \d+\n\n/g, ''),
    blocks: () => [...text.matchAll(/"epoch":(\d+)/g)].map(([, epoch]) => Number(epoch)),
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '',
  }
}

let newest = 0

async function mine(count: number): Promise<number[]> {
  const mined: number[] = []
  for (let index = 0; index < count; index += 1) {
    newest += 1
    const block = { number: newest, hash: Buffer.from([newest % 256]), timestamp: newest }
    await database.db.insertInto('blocks').values(block).execute()
    mined.push(newest)
  }
  return mined
}

/** Mines blocks until they reach the process without a query. Returns them. */
async function untilFromNats({ stream, counted }: Node): Promise<number[]> {
  const mined: number[] = []
  for (;;) {
    const { reads } = counted
    mined.push(...(await mine(1)))
    const position = await newestPosition(database.db)
    await expect.poll(stream.position).toBe(position)
    if (counted.reads === reads) return mined
  }
}

describe.skipIf(NATS_PROGRAM === null)('steps over NATS', () => {
  test('reach clients of all processes alike, without a query', async () => {
    await startPublisher()
    const nodes = [await startNode(), await startNode()]
    for (const node of nodes) await untilFromNats(node)
    const reads = nodes.map(({ counted }) => counted.reads)
    const clients = await Promise.all(nodes.map((node) => join(node)))
    const mined = await mine(200)
    for (const { blocks } of clients) await expect.poll(blocks).toEqual(mined)
    expect(clients[1]?.text()).toBe(clients[0]?.text())
    expect(nodes.map(({ counted }) => counted.reads)).toEqual(reads)
  })

  test('resume at another process, also one that has just started', async () => {
    await startPublisher()
    const [first, second] = [await startNode(), await startNode()]
    const client = await join(first)
    const mined = await mine(5)
    await expect.poll(client.blocks).toEqual(mined)
    await first.stop()
    const missed = await mine(5)
    for (const node of [second, await startNode()]) {
      const resumed = await join(node, client.lastId())
      // An event names the newest epoch only.
      await expect.poll(() => resumed.blocks().at(-1)).toBe(missed.at(-1))
    }
  })

  test('are neither lost nor doubled when NATS is killed and comes back empty', async () => {
    await startPublisher()
    const nodes = [await startNode(), await startNode()]
    const clients = await Promise.all(nodes.map((node) => join(node)))
    const mined = await mine(10)
    process.kill(server.pid, 'SIGKILL')
    mined.push(...(await mine(10)))
    // Only the database has these.
    for (const { blocks } of clients) await expect.poll(blocks).toEqual(mined)
    for (const { counted } of nodes) expect(counted.listeners).toBe(1)
    const port = Number(new URL(server.url).port)
    await server.stop()
    server = await startNatsServer({ port })
    for (let turn = 0; turn < 20; turn += 1) mined.push(...(await mine(10)))
    for (const { blocks } of clients) await expect.poll(blocks).toEqual(mined)
    for (const node of nodes) mined.push(...(await untilFromNats(node)))
    for (const { blocks } of clients) await expect.poll(blocks).toEqual(mined)
    for (const { counted } of nodes) expect(counted.replacing).toEqual([false, true, false])
  })

  test('are neither lost nor doubled when the process that publishes ends', async () => {
    const stopFirst = await startPublisher()
    const node = await startNode()
    const client = await join(node)
    const mined = await mine(10)
    await expect.poll(client.blocks).toEqual(mined)
    await stopFirst()
    mined.push(...(await mine(10)))
    await startPublisher()
    mined.push(...(await mine(10)))
    await expect.poll(client.blocks).toEqual(mined)
  })

  test('of two processes that both publish are sent once', async () => {
    await Promise.all([startPublisher(), startPublisher()])
    const client = await join(await startNode())
    const mined = await mine(100)
    await expect.poll(client.blocks).toEqual(mined)
  })

  test('come from the database while no NATS server responds', async () => {
    await server.stop()
    const client = await join(await startNode())
    const mined = await mine(5)
    await expect.poll(client.blocks).toEqual(mined)
  })
})
