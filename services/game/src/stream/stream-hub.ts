import type { Address } from 'viem'
import { TooManyStreamsError } from './errors.ts'
import type { Frames } from './frames.ts'

/** Where a client's bytes go: Node's response. */
export type StreamSink = {
  write: (chunk: Buffer) => unknown
  end: () => unknown
  destroy: () => unknown
  /** Bytes the client has not taken yet. */
  readonly writableLength: number
}

export type StreamClient = { ip: string; account: Address | null; sink: StreamSink }

/** A client that is this far behind is cut off; it comes back and resumes. */
const MAX_BEHIND_BYTES = 512 * 1_024

const HEARTBEAT = Buffer.from(': alive\n\n')

/** Everybody who listens. Knows no events, only bytes. */
export class StreamHub {
  /** Bytes that wait until the client has got what it missed; null once it has. */
  readonly #clients = new Map<StreamClient, Buffer[] | null>()
  readonly #perIp = new Map<string, number>()
  readonly #maxPerIp: number

  constructor({ maxPerIp }: { maxPerIp: number }) {
    this.#maxPerIp = maxPerIp
  }

  get size(): number {
    return this.#clients.size
  }

  /** Accounts somebody listens for. */
  get accounts(): Address[] {
    return [...new Set([...this.#clients.keys()].flatMap(({ account }) => account ?? []))]
  }

  /** @throws {TooManyStreamsError} */
  requireRoom(ip: string): void {
    if ((this.#perIp.get(ip) ?? 0) >= this.#maxPerIp) throw new TooManyStreamsError()
  }

  /** From now on events for `client` are kept, until `start`. */
  add(client: StreamClient): void {
    this.#clients.set(client, [])
    this.#perIp.set(client.ip, (this.#perIp.get(client.ip) ?? 0) + 1)
  }

  /** Writes what the client missed, then what came meanwhile, then each event as it comes. */
  start(client: StreamClient, missed: Buffer): void {
    const waiting = this.#clients.get(client)
    if (waiting === undefined || waiting === null) return
    this.#clients.set(client, null)
    this.#write(client, Buffer.concat([missed, ...waiting]))
  }

  remove(client: StreamClient): void {
    if (!this.#clients.delete(client)) return
    const left = (this.#perIp.get(client.ip) ?? 1) - 1
    if (left > 0) this.#perIp.set(client.ip, left)
    else this.#perIp.delete(client.ip)
  }

  broadcast({ shared, trades }: Frames): void {
    for (const client of [...this.#clients.keys()]) {
      const own = client.account === null ? undefined : trades.get(client.account)
      if (own !== undefined) this.#send(client, own)
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
    const waiting = this.#clients.get(client)
    if (waiting === undefined) return
    if (waiting === null) this.#write(client, bytes)
    else waiting.push(bytes)
  }

  #write(client: StreamClient, bytes: Buffer): void {
    client.sink.write(bytes)
    if (client.sink.writableLength <= MAX_BEHIND_BYTES) return
    this.remove(client)
    client.sink.destroy()
  }
}
