import { connect, type Socket } from 'node:net'

/** A server-sent event, or the `retry` line between two. */
type CrowdEvent = Readonly<Partial<Record<'id' | 'event' | 'data' | 'retry', string>>>

type CrowdStreamOptions = {
  port: number
  lastId?: number | null
  onEvent: (event: CrowdEvent) => void
}

/** Receive buffer of all connections: an event is copied before the next read. */
const SHARED = Buffer.alloc(64 * 1_024)
const OK = 'HTTP/1.1 200'

/**
 * Opens a stream of live events, more cheaply than an HTTP client would: thousands share a machine with the service.
 *
 * @returns The connection, once the service has responded.
 * @throws {Error} when it refuses the stream.
 */
export function openCrowdStream({ port, lastId, onEvent }: CrowdStreamOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let text = ''
  let hasStarted = false
  const receive = (length: number): boolean => {
    text += SHARED.toString('latin1', 0, length)
    if (!hasStarted) {
      if (!text.startsWith(OK)) reject(new Error(text.slice(0, 200)))
      hasStarted = true
      resolve(socket)
    }
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) onEvent(toEvent(block))
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer: SHARED, callback: receive } })
  socket.once('connect', () => socket.write(requestText(lastId ?? null)))
  // After the response, the caller listens for 'close'.
  socket.on('error', reject)
  socket.once('close', () => reject(new Error('the stream was closed')))
  return promise
}

/** Opens a stream that is never read. */
export function openSilentStream(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }).pause()
    socket.once('connect', () => {
      socket.write(requestText(null))
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

function requestText(lastId: number | null): string {
  const resume = lastId === null ? '' : `last-event-id: ${lastId}\r\n`
  return `GET /api/stream?symbol=BNB HTTP/1.1\r\nhost: 127.0.0.1\r\n${resume}\r\n`
}

/** The head of the response is in the first block, which has no field of these names. */
function toEvent(block: string): CrowdEvent {
  const fields = block.split('\n').map((line) => /^(id|event|data|retry): (.*)$/.exec(line))
  return Object.fromEntries(fields.flatMap((field) => (field ? [[field[1], field[2]]] : [])))
}
