import type { Address } from 'viem'
import type { ConnectionLimit } from './connection-limit.ts'
import type { Frames } from './frames.ts'

/** The part of Node's response that the hub uses. */
export type StreamSink = {
  write: (chunk: Buffer) => unknown
  end: () => unknown
  destroy: () => unknown
  /** Bytes the client has not received yet. */
  readonly writableLength: number
}

export type StreamClient = { ip: string; account: Address | null; sink: StreamSink }

/** A client that is further behind is disconnected; it reconnects and resumes. */
const MAX_BEHIND_BYTES = 512 * 1_024

/** An event, because browsers hide comments from pages. */
const HEARTBEAT = Buffer.from('event: heartbeat\ndata: {}\n\n')

/** The connected clients. Handles bytes, not events. */
export class StreamHub {
  /** Bytes queued until the client has received what it missed; null from then on. */
  readonly #clients = new Map<StreamClient, Buffer[] | null>()
  readonly #limit: ConnectionLimit

  constructor(limit: ConnectionLimit) {
    this.#limit = limit
  }

  get size(): number {
    return this.#clients.size
  }

  /** Accounts that clients subscribe to. */
  get accounts(): Address[] {
    return [...new Set([...this.#clients.keys()].flatMap(({ account }) => account ?? []))]
  }

  /** @throws {TooManyStreamsError} */
  requireRoom(ip: string): void {
    this.#limit.requireRoom(ip)
  }

  /** Adds a client; its events are queued until `start`. */
  add(client: StreamClient): void {
    this.#clients.set(client, [])
    this.#limit.add(client.ip)
  }

  /** Writes what the client missed, then the queued events, then each new event. */
  start(client: StreamClient, missed: Buffer): void {
    const queued = this.#clients.get(client)
    if (queued === undefined || queued === null) return
    this.#clients.set(client, null)
    this.#write(client, Buffer.concat([missed, ...queued]))
  }

  remove(client: StreamClient): void {
    if (this.#clients.delete(client)) this.#limit.remove(client.ip)
  }

  broadcast({ shared, trades }: Frames): void {
    for (const client of [...this.#clients.keys()]) {
      const accountFrames = client.account === null ? undefined : trades.get(client.account)
      if (accountFrames !== undefined) this.#send(client, accountFrames)
      if (shared.length > 0) this.#send(client, shared)
    }
  }

  heartbeat(): void {
    for (const client of [...this.#clients.keys()]) this.#send(client, HEARTBEAT)
  }

  close(): void {
    for (const client of [...this.#clients.keys()]) {
      this.remove(client)
      client.sink.end()
    }
  }

  #send(client: StreamClient, bytes: Buffer): void {
    const queued = this.#clients.get(client)
    if (queued === undefined) return
    if (queued === null) this.#write(client, bytes)
    else queued.push(bytes)
  }

  #write(client: StreamClient, bytes: Buffer): void {
    client.sink.write(bytes)
    if (client.sink.writableLength <= MAX_BEHIND_BYTES) return
    this.remove(client)
    client.sink.destroy()
  }
}
