import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { numberToHex } from 'viem'
import * as z from 'zod'
import { openCrowdStream } from './crowd-stream.ts'

/**
 * Many clients of live events in one process, which do what pages do: on a reset they fetch everything at a random moment
 * of its span, and when their stream ends they resume it after the time that the service has named.
 *
 * Usage: node storm-crowd.ts <port> <clients>, with IPC
 */
const [port = 0, clients = 0] = process.argv.slice(2).map(Number)

/** Connections opened at a time. */
const BATCH = 100
/** Connections like those of a reverse proxy to the service. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const CHECK_MS = 50
const TIMEOUT_MS = 60_000
const SECOND_MS = 1_000
const Reset = z.object({ spread_ms: z.number() })

/** Requests of a page after a reset: game/web/src/data/apply-live-events.ts. */
const requestsOf = (account: string): readonly (readonly [string, object])[] => [
  ['current-epoch', {}],
  ['live-round', {}],
  ...[1, 2, 3].map((epoch) => ['round-info', { epoch }] as const),
  ['token-prices', { symbol: 'BNB', limit: 300 }],
  ['leaderboard', { symbol: 'BNB' }],
  ['recent-bets', { symbol: 'BNB' }],
  ['trades-by-user', { user_address: account }],
  ['trade-stats', { user_address: account }],
]

const found = {
  /** Clients that have fetched everything after a reset. */
  fetched: 0,
  /** Statuses of responses, and codes of requests without. */
  outcomes: {} as Record<string, number>,
  refusedWithoutRetry: 0,
  latenciesMs: [] as number[],
  spreadsMs: [] as number[],
  /** Requests and streams by the second in which they were sent. */
  requestsAt: {} as Record<number, number>,
  streamsAt: {} as Record<number, number>,
}
const countNow = (counts: Record<number, number>) => {
  const second = Math.floor(performance.now() / SECOND_MS)
  counts[second] = (counts[second] ?? 0) + 1
}

async function runClient(index: number): Promise<void> {
  const account = numberToHex(index + 1, { size: 20 })
  let lastId: number | null = null
  let retryMs = 0
  let isWaiting = false
  const onReset = async (spreadMs: number) => {
    if (isWaiting) return
    isWaiting = true
    found.spreadsMs.push(spreadMs)
    await sleep(Math.random() * spreadMs)
    isWaiting = false
    await Promise.all(requestsOf(account).map(([path, body]) => fetchOnce(path, body)))
    found.fetched += 1
  }
  const onEvent: Parameters<typeof openCrowdStream>[0]['onEvent'] = ({
    id,
    event,
    data,
    retry,
  }) => {
    if (id !== undefined) lastId = Number(id)
    if (retry !== undefined) retryMs = Number(retry)
    if (event === 'reset') void onReset(Reset.parse(JSON.parse(data ?? '')).spread_ms)
  }
  const connectOnce = async () => {
    countNow(found.streamsAt)
    const socket = await openCrowdStream({ port, lastId, onEvent })
    socket.once('close', () => void resume())
  }
  const resume = async (): Promise<void> => {
    await sleep(retryMs)
    await connectOnce().catch(resume)
  }
  await connectOnce()
}

async function fetchOnce(path: string, body: object): Promise<void> {
  const startMs = performance.now()
  countNow(found.requestsAt)
  const outcome = await send(path, JSON.stringify(body)).then(
    (response) => {
      if (response.statusCode === 503 && response.headers['retry-after'] === undefined)
        found.refusedWithoutRetry += 1
      return `${response.statusCode}`
    },
    (error: unknown) => (error instanceof Error ? error.message : 'error'),
  )
  found.outcomes[outcome] = (found.outcomes[outcome] ?? 0) + 1
  found.latenciesMs.push(performance.now() - startMs)
}

function send(path: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      path: `/api/${path}`,
      method: 'POST',
      headers,
    }
    const call = request({ ...options, timeout: TIMEOUT_MS }, (response) => {
      response.once('end', () => resolve(response)).once('error', reject)
      response.resume()
    })
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', reject)
    call.end(body)
  })
}

/** Waits until all clients have fetched everything once more, and reports how that went. */
process.on('message', async () => {
  while (found.fetched < clients) await sleep(CHECK_MS)
  process.send?.(found)
  found.fetched = 0
  found.latenciesMs = []
  found.spreadsMs = []
  ;[found.outcomes, found.requestsAt, found.streamsAt] = [{}, {}, {}]
})
process.once('disconnect', () => process.exit())
for (let opened = 0; opened < clients; opened += BATCH) {
  const indexes = Array.from({ length: Math.min(BATCH, clients - opened) }, (_, at) => opened + at)
  await Promise.all(indexes.map(runClient))
}
process.send?.({ opened: clients })
