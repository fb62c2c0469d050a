import { connect } from 'node:net'
import { quantile } from '@bullring/stack/bench/report'

export type Target = {
  port: number
  method: 'GET' | 'POST'
  path: string
  body: string
  /** Sent in turn instead of `body`; each connection starts elsewhere. */
  bodies?: readonly string[]
  /** Pause after a refused request on a connection. */
  refusedPauseMs?: number
}
export type LoadResult = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** All responses, those of the first moments included. */
  requests: number
  /** Responses with status 503, which are in no other figure but `requests`: the service sheds load. */
  refused: number
}

/** Receive buffer of all connections: a response is parsed before the next read. */
const SHARED = Buffer.alloc(256 * 1_024)

/** Time at the start that is not counted: connections are still being opened. */
const LEAD_IN_MS = 300

/** Distance between the first requests of two connections. */
const SPREAD = 7_919

const REFUSED = Buffer.from('HTTP/1.1 503')
const LENGTH = 'content-length: '

const REFUSED_PAUSE_MS = 100

/**
 * Sends the same requests over `connections` connections, one at a time on each. Cheap, because it shares
 * the machine with the server: it copies nothing and parses only status and Content-Length, which each
 * response must have.
 */
export async function load(
  target: Target,
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const counts = { requests: 0, refused: 0 }
  const startMs = performance.now() + LEAD_IN_MS
  const time = { startMs, endMs: startMs + durationMs }
  const requests = (target.bodies ?? [target.body]).map((body) =>
    Buffer.from(requestText({ ...target, body })),
  )
  const clients = Array.from({ length: connections }, (_, index) =>
    client({ ...target, requests }, time, { latencies, counts, next: index * SPREAD }),
  )
  await Promise.all(clients)
  const perSecond = latencies.length / (durationMs / 1_000)
  const [p50Ms, p99Ms] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { perSecond, p50Ms, p99Ms, ...counts }
}

function client(
  { port, requests, refusedPauseMs = REFUSED_PAUSE_MS }: Target & { requests: readonly Buffer[] },
  { startMs, endMs }: { startMs: number; endMs: number },
  {
    latencies,
    counts,
    next,
  }: { latencies: number[]; counts: { requests: number; refused: number }; next: number },
): Promise<void> {
  let turn = next
  return new Promise((resolve, reject) => {
    let sentMs = 0
    let left = 0
    let isRefused = false
    const send = () => {
      sentMs = performance.now()
      const bytes = requests[turn % requests.length]
      turn += 1
      if (bytes !== undefined) socket.write(bytes)
    }
    const finish = (nowMs: number) => {
      counts.requests += 1
      if (isRefused) counts.refused += 1
      else if (nowMs >= startMs && nowMs < endMs) latencies.push(nowMs - sentMs)
      if (nowMs >= endMs) socket.end(resolve)
      else if (isRefused) setTimeout(send, refusedPauseMs)
      else send()
    }
    const receive = (length: number): boolean => {
      if (left === 0) {
        isRefused = SHARED.subarray(0, REFUSED.length).equals(REFUSED)
        left = responseBytes(SHARED, length)
      }
      left = Math.max(left - length, 0)
      if (left === 0) finish(performance.now())
      return true
    }
    const onread = { buffer: SHARED, callback: receive }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.once('connect', send)
    socket.once('error', reject)
  })
}

/** Returns the length of the response that starts in `bytes`; its head always arrives in one piece. */
function responseBytes(bytes: Buffer, length: number): number {
  const head = bytes.toString('latin1', 0, Math.min(length, 1_024))
  const end = head.indexOf('\r\n\r\n')
  const at = head.toLowerCase().indexOf(LENGTH)
  if (!/^HTTP\/1.1 (?:200|503)/.test(head) || end < 0 || at < 0) throw new Error(head.slice(0, 200))
  return end + 4 + Number.parseInt(head.slice(at + LENGTH.length, end), 10)
}

function requestText({ method, path, body }: Target): string {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: keep-alive']
  if (method === 'POST') {
    head.push('content-type: application/json', `content-length: ${body.length}`)
  }
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
