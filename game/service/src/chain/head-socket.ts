import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { type NodeHeader, parseHeader } from './block-header.ts'

export type HeadSocketEvents = {
  /** Called with each new block that the node announces. Nothing about it is proven. */
  onHead: (header: NodeHeader) => void
  /** Called each time the subscription ends or cannot be made. */
  onBreak: () => void
}

/** Longest wait for the connection, and for the reply to a ping. */
const PATIENCE_MS = 5_000
/** A proxy replies to pings although the subscription behind it is lost. */
const MAX_SILENCE_MS = 60_000
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 15_000
/** A header has 2 kB at most. */
const MAX_MESSAGE_BYTES = 64 * 1_024

const SUBSCRIBE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newHeads'],
})

const Header = z
  .unknown()
  .transform(parseHeader)
  .pipe(z.custom<NodeHeader>((header) => header !== null))

const Message = z.union([
  z.object({ id: z.literal(1), result: z.string().check(z.minLength(1)) }),
  z.object({ method: z.literal('eth_subscription'), params: z.object({ result: Header }) }),
])

/**
 * Subscribes to the new blocks of a node by WebSocket, and reconnects with jitter, and with backoff after short connections.
 * Returns when `signal` aborts.
 *
 * @param maxSilenceMs - A connection that announces no block for this long is closed.
 */
export async function followHeadSocket(
  url: string,
  { onHead, onBreak }: HeadSocketEvents,
  signal: AbortSignal,
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const startedAtMs = performance.now()
    await subscribeOnce(url, onHead, signal, maxSilenceMs)
    if (signal.aborted) return
    onBreak()
    if (performance.now() - startedAtMs > MAX_PAUSE_MS) failures = 0
    const longest = Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)
    failures += 1
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
  }
}

/** Returns when the connection has ended, for whatever reason. */
function subscribeOnce(
  url: string,
  onHead: HeadSocketEvents['onHead'],
  signal: AbortSignal,
  maxSilenceMs: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = new WebSocket(url, {
    handshakeTimeout: PATIENCE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const end = () => socket.terminate()
  signal.addEventListener('abort', end, { once: true })
  // Time without any sign of life from the node; a ping is sent in between.
  const watch = setInterval(() => {
    if (!isAlive || performance.now() - announcedAtMs > maxSilenceMs) return end()
    isAlive = false
    if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, PATIENCE_MS)
  let isAlive = true
  let announcedAtMs = performance.now()
  const touch = () => {
    isAlive = true
  }
  socket.on('open', () => socket.send(SUBSCRIBE))
  socket.on('pong', touch)
  socket.on('ping', touch)
  socket.on('message', (data) => {
    touch()
    const message = parseMessage(String(data))
    if (message === null) end()
    else if ('params' in message) {
      announcedAtMs = performance.now()
      onHead(message.params.result)
    }
  })
  // Always followed by `close`.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(watch)
    signal.removeEventListener('abort', end)
    resolve()
  })
  return promise
}

function parseMessage(text: string): z.output<typeof Message> | null {
  try {
    return z.safeParse(Message, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
