import type { WebSocket } from 'ws'

/** Fields in which ws keeps a message until its last fragment has arrived. They are not among its types: a test checks them. */
type Receiver = {
  /** Bytes of a fragment that is not complete, and the chunks that they came in. */
  _bufferedBytes: number
  _buffers: readonly unknown[]
  /** Bytes of the fragments before it. */
  _messageLength: number
  _fragments: readonly unknown[]
}

/** Memory of a chunk or fragment besides its bytes. */
const PART_BYTES = 128

/** Returns the memory that the unfinished message of a socket takes; 0 without one. */
export function unfinishedBytes(ws: WebSocket): number {
  const { _receiver: receiver } = ws as WebSocket & { _receiver: Receiver }
  const parts = receiver._buffers.length + receiver._fragments.length
  return receiver._bufferedBytes + receiver._messageLength + parts * PART_BYTES
}
