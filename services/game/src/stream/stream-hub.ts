import type { Address } from 'viem'
import { TooManyStreamsError } from './errors.ts'
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

/** Of all addresses: most of the connections that the process accepts. */
const MAX_CLIENTS = 8_000

const HEARTBEAT = Buffer.from(': alive\n\n')

/** The connected clients. Handles bytes, not events. */
export class StreamHub {
  /** Bytes queued until the client has received what it missed; null from then on. */
  readonly #clients = new Map<StreamClient, Buffer[] | null>()
  readonly #perIp = new Map<string, number>()
  readonly #maxPerIp: number
  readonly #maxClients: number

  constructor({ maxPerIp, maxClients = MAX_CLIENTS }: { maxPerIp: number; maxClients?: number }) {
    this.#maxPerIp = maxPerIp
    this.#maxClients = maxClients
  }

  get size(): number {
    return this.#clients.size
  }

  /** Accounts that clients subscribe to. */
  get accounts(): Address[] {
    return [...new Set([...this.#clients.keys()].flatMap(({ account }) => account ?? []))]
  }

  /**
   * Checks the limit of an address, and that of all addresses together.
   *
   * @throws {TooManyStreamsError}
   */
  requireRoom(ip: string): void {
    if (this.#clients.size >= this.#maxClients) throw new TooManyStreamsError()
    if ((this.#perIp.get(ip) ?? 0) >= this.#maxPerIp) throw new TooManyStreamsError()
  }

  /** Adds a client; its events are queued until `start`. */
  add(client: StreamClient): void {
    this.#clients.set(client, [])
    this.#perIp.set(client.ip, (this.#perIp.get(client.ip) ?? 0) + 1)
  }

  /** Writes what the client missed, then the queued events, then each new event. */
  start(client: StreamClient, missed: Buffer): void {
    const queued = this.#clients.get(client)
    if (queued === undefined || queued === null) return
    this.#clients.set(client, null)
    this.#write(client, Buffer.concat([missed, ...queued]))
  }

  remove(client: StreamClient): void {
    if (!this.#clients.delete(client)) return
    const left = (this.#perIp.get(client.ip) ?? 1) - 1
    if (left > 0) this.#perIp.set(client.ip, left)
    else this.#perIp.delete(client.ip)
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
