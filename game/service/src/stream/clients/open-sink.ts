import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { StreamSink } from './stream-hub.ts'

/**
 * Sends the head of a response whose events are written to the connection itself. Node's response would hold back what is
 * written within a turn of the event loop, and write it for all clients at once after the turn.
 *
 * @returns null when there is nothing to write to: the request is HEAD, or its connection is gone or busy with an earlier one.
 */
export function openSink(
  outgoing: ServerResponse,
  headers: OutgoingHttpHeaders,
): StreamSink | null {
  const { socket, req } = outgoing
  // Without chunks, the body ends with the connection (RFC 9112, section 6.3).
  outgoing.removeHeader('transfer-encoding')
  outgoing.writeHead(200, { ...headers, connection: 'close' })
  if (req.method === 'HEAD' || socket === null) {
    outgoing.end()
    return null
  }
  outgoing.flushHeaders()
  return {
    write: (chunk) => socket.write(chunk),
    end: () => socket.destroySoon(),
    destroy: () => socket.destroy(),
    get writableLength() {
      return socket.writableLength
    },
  }
}
