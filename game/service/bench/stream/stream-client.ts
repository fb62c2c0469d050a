import { connect } from 'node:net'

/**
 * Many live-event clients in one process. Reports to its parent when all are connected, and when each has
 * received an event.
 *
 * Usage: node stream-client.ts <port> <clients> [kind of event, by default price], with IPC
 */
const port = Number(process.argv[2])
const clients = Number(process.argv[3])

/** Connections opened at a time. */
const BATCH = 200

/** Receive buffer of all connections. */
const SHARED = Buffer.alloc(64 * 1_024)
const EVENT = Buffer.from(`event: ${process.argv[4] ?? 'price'}`)
const REFUSED = Buffer.from('HTTP/1.1 4')
const REQUEST = 'GET /api/stream?symbol=BNB HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

let receivedAtMs: number[] = []

/** Resolves with the first bytes of the response. */
function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const callback = (length: number): boolean => {
      const bytes = SHARED.subarray(0, length)
      if (bytes.includes(REFUSED)) reject(new Error(bytes.toString('latin1', 0, 200)))
      resolve()
      if (!bytes.includes(EVENT)) return true
      receivedAtMs.push(nowMs())
      if (receivedAtMs.length === clients) process.send?.({ receivedAtMs })
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: SHARED, callback } })
    socket.once('connect', () => socket.write(REQUEST))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('a stream was closed')))
  })
}

/** Returns milliseconds on the clock that all processes of a machine share. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

process.on('message', () => {
  receivedAtMs = []
})
process.once('disconnect', () => process.exit())
for (let opened = 0; opened < clients; opened += BATCH) {
  await Promise.all(Array.from({ length: Math.min(BATCH, clients - opened) }, open))
}
process.send?.({ opened: clients })
