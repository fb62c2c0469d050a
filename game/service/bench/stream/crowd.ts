import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { openCrowdStream, openSilentStream } from './crowd-stream.ts'

/**
 * Many clients of live events in one process. Some never read; each of the others checks that it receives every
 * price exactly once, in order: their timestamps are consecutive.
 *
 * Usage: node crowd.ts <port> <readers> <silent clients>, with IPC
 */
const [port = 0, readers = 0, silent = 0] = process.argv.slice(2).map(Number)

/** Connections opened at a time. */
const BATCH = 100
const CHECK_MS = 5
const Price = z.object({ timestamp: z.number() })

type Reader = {
  newest: number
  id: number
  bytes: number
  faults: number
  resets: number
  receivedAtMs: number
}

const states: Reader[] = []
let closed = 0

async function openReader(): Promise<void> {
  const state: Reader = { newest: 0, id: 0, bytes: 0, faults: 0, resets: 0, receivedAtMs: 0 }
  states.push(state)
  const onEvent = ({ id, event, data = '' }: Parameters<Listener>[0]) => {
    if (id !== undefined) {
      if (Number(id) < state.id) state.faults += 1
      state.id = Number(id)
    }
    state.bytes += data.length
    if (event === 'reset') {
      state.resets += 1
      // Any price may be next.
      state.newest = 0
    }
    if (event !== 'price') return
    const { timestamp } = Price.parse(JSON.parse(data))
    if (state.newest !== 0 && timestamp !== state.newest + 1) state.faults += 1
    state.newest = timestamp
    state.receivedAtMs = Number(process.hrtime.bigint()) / 1e6
  }
  const socket = await openCrowdStream({ port, onEvent })
  socket.once('close', () => (closed += 1))
}

type Listener = Parameters<typeof openCrowdStream>[0]['onEvent']

async function openAll(count: number, open: () => Promise<unknown>): Promise<void> {
  for (let opened = 0; opened < count; opened += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, count - opened) }, open))
  }
}

const Await = z.object({ price: z.number() })

/** Waits until all readers have the price or a reset, or were closed; reports when each received it. */
process.on('message', async (message) => {
  const { price } = Await.parse(message)
  const isWaiting = ({ newest, resets }: Reader) => newest < price && resets === 0
  while (states.some(isWaiting) && closed === 0) await sleep(CHECK_MS)
  const sum = (key: 'faults' | 'resets') => states.reduce((total, state) => total + state[key], 0)
  process.send?.({
    receivedAtMs: states.map(({ receivedAtMs }) => receivedAtMs),
    bytes: Math.max(0, ...states.map(({ bytes }) => bytes)),
    faults: sum('faults'),
    resets: sum('resets'),
    closed,
  })
})
process.once('disconnect', () => process.exit())
await openAll(readers, openReader)
await openAll(silent, () => openSilentStream(port))
process.send?.({ opened: readers + silent })
