import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { newTopic, publishing } from '../src/testing/start-test-relay.ts'
import { createIdentity } from '../src/testing/test-identity.ts'

const CONNECTING_AT_ONCE = 50
const TICK_MS = 5
const MESSAGE_LENGTH = 700
/** Time for subscriptions, and for messages that come twice. */
const SETTLE_MS = 2_000
/** A message that has not arrived until then counts as lost. */
const ARRIVAL_LIMIT_MS = 60_000

/** Sockets in pairs that send each other messages. */
export type Pairs = Awaited<ReturnType<typeof connectPairs>>

/** Outcome of the messages of a run. */
export type LoadResult = { times: number[]; lost: number; doubled: number }

/** Connects sockets, and subscribes the second one of each pair to the topics of the pair. */
export async function connectPairs(
  relayUrl: string,
  { sockets: count, topics }: { sockets: number; topics: number },
) {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const missing = Math.min(CONNECTING_AT_ONCE, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: missing }, () => connect(relayUrl)))))
  }
  const pairs = Array.from({ length: count / 2 }, (_, index) => ({
    publisher: sockets[index * 2],
    receiver: sockets[index * 2 + 1],
    topics: Array.from({ length: Math.max(1, Math.floor((topics * 2) / count)) }, newTopic),
  }))
  await Promise.all(pairs.map(({ receiver, topics }) => subscribe(receiver, topics)))
  await sleep(SETTLE_MS)
  const lines = pairs.flatMap(({ publisher, receiver, topics }) =>
    topics.map((topic) => ({ publisher, receiver, topic })),
  )
  return {
    run: (perSecond: number, seconds: number) => run(lines, perSecond, seconds),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function connect(relayUrl: string): Promise<WebSocket> {
  const url = new URL(relayUrl)
  url.searchParams.set('auth', await createIdentity().token(relayUrl))
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

async function subscribe(socket: WebSocket | undefined, topics: readonly string[]): Promise<void> {
  if (socket === undefined) return
  socket.send(call('1', 'irn_batchSubscribe', { topics }))
  await once(socket, 'message')
}

function call(id: string, method: string, params: unknown): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

type Line = { publisher: WebSocket | undefined; receiver: WebSocket | undefined; topic: string }

/** Sends at a constant rate, whatever the relay does, and measures the time from the planned sending. */
async function run(
  lines: readonly Line[],
  perSecond: number,
  seconds: number,
): Promise<LoadResult> {
  const total = perSecond * seconds
  const sentMs = new Float64Array(total)
  const times: number[] = []
  const arrivals = new Uint8Array(total)
  const receive = function (this: WebSocket, data: WebSocket.RawData) {
    const text = data.toString()
    const number = Number(/"message":"(\d+) /.exec(text)?.[1] ?? -1)
    if (number < 0) return
    if (arrivals[number] === 0) times.push(performance.now() - (sentMs[number] ?? 0))
    arrivals[number] = (arrivals[number] ?? 0) + 1
    this.send(`{"id":${/"id":(\d+)/.exec(text)?.[1]},"jsonrpc":"2.0","result":true}`)
  }
  const receivers = new Set(lines.map(({ receiver }) => receiver))
  for (const receiver of receivers) receiver?.on('message', receive)
  const padding = 'x'.repeat(MESSAGE_LENGTH)
  const startMs = performance.now()
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - startMs) * perSecond) / 1_000)
    for (; sent < due; sent += 1) {
      const { publisher, topic } = lines[sent % lines.length] ?? {}
      sentMs[sent] = startMs + (sent * 1_000) / perSecond
      const params = publishing(topic ?? '', `${sent} ${startMs} ${padding}`)
      publisher?.send(call(`${1_000_000 + sent}`, 'irn_publish', params))
    }
    await sleep(TICK_MS)
  }
  const deadlineMs = performance.now() + ARRIVAL_LIMIT_MS
  while (times.length < total && performance.now() < deadlineMs) await sleep(TICK_MS)
  await sleep(SETTLE_MS)
  for (const receiver of receivers) receiver?.off('message', receive)
  return {
    times,
    lost: arrivals.filter((count) => count === 0).length,
    doubled: arrivals.filter((count) => count > 1).length,
  }
}
