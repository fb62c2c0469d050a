import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { pino } from 'pino'
import { getAddress, numberToHex } from 'viem'
import { openSink } from '../../src/stream/clients/open-sink.ts'
import type { StreamSink } from '../../src/stream/clients/stream-hub.ts'
import { ConnectionLimit } from '../../src/stream/connection-limit.ts'
import { createStream } from '../../src/stream/create-stream.ts'
import type { AccountKey, EpochsByAccount, Step } from '../../src/stream/events/step.ts'
import { decodeStep, encodeStep } from '../../src/stream/nats/envelope.ts'
import { createJournal } from '../../src/stream/postgres/journal.ts'
import type { StepSink } from '../../src/stream/step-source.ts'
import { TimeSlices } from '../../src/stream/time-slices.ts'
import { type Blocks, measureBlocks } from './loop-blocks.ts'

const CLIENTS = 10_000
const BETS = 2_500
const BLOCKS_PER_TURN = 5
const TURNS = 9
const TARGET_MS = 5
/** Requests that Node reads in a turn of the event loop are not the work of live events. */
const REQUESTS_PER_TURN = 10
const LARGEST_MESSAGE = 1_048_576

const addressAt = (index: number) => numberToHex(index + 1, { size: 20 })

/** Another process, which connects and discards what it receives. */
const READER = `
  const { connect } = require('node:net')
  const [port, clients] = process.argv.slice(1).map(Number)
  for (let index = 0; index < clients; index += 1) {
    const socket = connect(port, '127.0.0.1').resume().on('error', () => undefined)
    socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n')
  }`

async function connectClients(count: number) {
  const sinks: StreamSink[] = []
  const server = createServer((_, response) => {
    response.on('error', () => undefined)
    const sink = openSink(response, {})
    if (sink !== null) sinks.push(sink)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reader = spawn(process.execPath, ['-e', READER, `${port}`, `${count}`])
  const deadlineMs = performance.now() + 60_000
  while (sinks.length < count && performance.now() < deadlineMs) await sleep(50)
  const close = () => {
    for (const sink of sinks) sink.destroy()
    server.close()
    reader.kill()
  }
  return { sinks, [Symbol.dispose]: close }
}

const BETTORS = Buffer.concat(
  Array.from({ length: BETS }, (_, index) => Buffer.from(addressAt(index).slice(2), 'hex')),
)

/** The message of a full block, as it arrives over NATS. */
function messageAt(position: number): string {
  const step: Step = {
    since: position - 1,
    position,
    hasSettled: true,
    changed: null,
    events: {
      shared: [{ event: 'epoch', data: { epoch: 7, block_timestamp: position } }],
      trades: [{ epoch: toEpoch(7n), accounts: BETTORS }],
      decided: [toEpoch(6n)],
    },
  }
  return encodeStep(step, LARGEST_MESSAGE)
}

/** Made before the measurements: another process sends them. */
const MESSAGES = Array.from({ length: BLOCKS_PER_TURN }, (_, index) => messageAt(index + 1))

/** Finds that each account has bet, as many at a time as a query of the service finds. */
async function findAll(epochs: readonly Epoch[], accounts: readonly AccountKey[]) {
  const found: EpochsByAccount = new Map()
  for (const [index, account] of accounts.entries()) {
    found.set(account, [...epochs])
    if (index % 1_000 === 0) await nextTurn()
  }
  return found
}

/** A stream whose steps come from `broadcast`, and from memory for those that resume. */
function startStream(clients: number, sliceMs?: number) {
  const sink = Promise.withResolvers<StepSink>()
  const stopping = new AbortController()
  const stream = createStream(
    {
      journal: createJournal({
        readChanges: () => Promise.reject(new Error('not in memory')),
        toEvents: () => Promise.reject(new Error('not in memory')),
      }),
      findBettors: findAll,
      follow: (given) => Promise.resolve(sink.resolve(given)),
      log: pino({ level: 'silent' }),
    },
    {
      limit: new ConnectionLimit({ maxPerIp: clients, max: clients }),
      slices: new TimeSlices(sliceMs),
      from: 0,
    },
  )
  const running = stream.run(stopping.signal)
  const broadcast = async () => {
    const step = decodeStep(MESSAGES[stream.position()] ?? '')
    if (step !== null) await (await sink.promise).send(step, stopping.signal)
  }
  const stop = async () => {
    stopping.abort()
    await running
  }
  return { stream, broadcast, stop }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Lets the states of clients leave the young generation: most have joined long before a block. */
function ageClients(): void {
  for (let collections = 0; collections < 2; collections += 1) collect({ type: 'minor' })
}

const WORKS = ['join', 'broadcast', 'resume', 'heartbeat', 'close'] as const
type Work = (typeof WORKS)[number]

/** Lets all clients join, receive full blocks, resume, and leave. */
async function play(sinks: readonly StreamSink[], sliceMs?: number): Promise<Record<Work, Blocks>> {
  const { stream, broadcast, stop } = startStream(sinks.length, sliceMs)
  const clients = sinks.map((sink, index) => ({
    ip: '127.0.0.1',
    account: getAddress(addressAt(index)),
    sink: {
      write: (chunk: Buffer) => sink.write(chunk),
      // The next turn uses the connection, too.
      end: () => sink.write(Buffer.from('\n')),
      destroy: () => sink.destroy(),
      get writableLength() {
        return sink.writableLength
      },
    },
  }))
  const joinAll = async (lastEventId: string | null) => {
    const joining: Promise<void>[] = []
    for (const client of clients) {
      joining.push(stream.join(client, lastEventId))
      if (joining.length % REQUESTS_PER_TURN === 0) await nextTurn()
    }
    await Promise.all(joining)
  }
  const join = await measureBlocks(() => joinAll(null))
  ageClients()
  const blocks = {
    join,
    broadcast: await measureBlocks(async () => {
      for (let block = 0; block < BLOCKS_PER_TURN; block += 1) {
        await broadcast()
        await sleep(50)
      }
      // Behind all that was sent.
      await stream.hub.heartbeat()
    }),
    resume: await measureBlocks(async () => {
      await stream.hub.close()
      await joinAll('0')
    }),
    heartbeat: await measureBlocks(() => stream.hub.heartbeat()),
    close: await measureBlocks(() => stream.hub.close()),
  }
  await stop()
  return blocks
}

function print(name: string, blocks: readonly Blocks[]): void {
  const shown = (key: keyof Blocks) => {
    const values = blocks.map((block) => block[key])
    return `${quantile(values, 0.5).toFixed(1)} (${Math.max(...values).toFixed(1)})`
  }
  printLine(
    `${name.padEnd(28)} ${shown('ownMs').padStart(14)} ${shown('wallMs').padStart(14)} ${shown('gcMs').padStart(14)}`,
  )
}

/**
 * Measures for how long live events with a full block keep the process from other work, with and without slices, in turns
 * with an idle event loop: other processes take the CPU, too.
 *
 * Usage: node measure-broadcast.ts, with Node's options for a stream node
 */
async function measureBroadcast(): Promise<void> {
  using clients = await connectClients(CLIENTS)
  const { sinks } = clients
  const idle: Blocks[] = []
  const turns: Record<'sliced' | 'unsliced', Record<Work, Blocks>[]> = { sliced: [], unsliced: [] }
  await play(sinks)
  for (let turn = 0; turn < TURNS; turn += 1) {
    idle.push(await measureBlocks(() => sleep(1_000)))
    turns.sliced.push(await play(sinks))
    turns.unsliced.push(await play(sinks, Number.POSITIVE_INFINITY))
  }
  printLine(
    `longest block of the event loop, ${sinks.length} clients, ${BLOCKS_PER_TURN} blocks of ${BETS} bets; median (maximum) of ${TURNS} turns, in ms`,
  )
  printLine(
    `${''.padEnd(28)} ${'without waits'.padStart(14)} ${'by the clock'.padStart(14)} ${'collection'.padStart(14)}`,
  )
  print('idle', idle)
  for (const work of WORKS) {
    print(
      `${work}, no slices`,
      turns.unsliced.map((blocks) => blocks[work]),
    )
    print(
      work,
      turns.sliced.map((blocks) => blocks[work]),
    )
  }
  for (const work of WORKS) {
    report({
      what: `longest block of the event loop, ${work}, median of turns without waits for a CPU`,
      unit: 'ms',
      target: TARGET_MS,
      bound: 'at most',
      reached: quantile(
        turns.sliced.map((blocks) => blocks[work].ownMs),
        0.5,
      ),
    })
  }
}

await measureBroadcast()
