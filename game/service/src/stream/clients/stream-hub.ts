import type { Address } from 'viem'
import type { ConnectionLimit } from '../connection-limit.ts'
import { type AccountKey, accountKey } from '../events/step.ts'
import { type SlicedWork, TimeSlices } from '../time-slices.ts'
import type { Frames } from './frames.ts'

/** The part of a connection that the hub uses. */
export type StreamSink = {
  write: (chunk: Buffer) => unknown
  end: () => unknown
  destroy: () => unknown
  /** Bytes the client has not received yet. */
  readonly writableLength: number
}

export type StreamClient = { ip: string; account: Address | null; sink: StreamSink }

type ClientState = {
  /** Receives what comes after this position. */
  from: number
  /** Bytes queued until the client has received what it missed; null from then on. */
  queued: Buffer[] | null
  /** Heartbeats in a row at which it had not read what was sent before. */
  unreadBeats: number
}

/** A client that is further behind is disconnected; it reconnects and resumes. */
const MAX_BEHIND_BYTES = 512 * 1_024

/** The same after 30 s without an event: each heartbeat that waits would take several times its bytes. */
const MAX_UNREAD_BEATS = 15

/** An event, because browsers hide comments from pages. */
const HEARTBEAT = Buffer.from('event: heartbeat\ndata: {}\n\n')

/** The connected clients. Handles bytes, not events. */
export class StreamHub {
  readonly #clients = new Map<StreamClient, ClientState>()
  /** Number of clients that subscribe to each account. */
  readonly #accounts = new Map<AccountKey, number>()
  readonly #limit: ConnectionLimit
  readonly #slices: TimeSlices
  readonly #onDropped: () => void
  /** Ends when everything sent so far is written. */
  #writing: Promise<void> = Promise.resolve()

  /** @param onDropped - Called when a client is disconnected because it does not read. */
  constructor(
    limit: ConnectionLimit,
    slices = new TimeSlices(),
    onDropped: () => void = () => undefined,
  ) {
    this.#limit = limit
    this.#slices = slices
    this.#onDropped = onDropped
  }

  get size(): number {
    return this.#clients.size
  }

  /** Accounts that clients subscribe to. */
  get accounts(): ReadonlyMap<AccountKey, number> {
    return this.#accounts
  }

  /** @throws {TooManyStreamsError} */
  requireRoom(ip: string): void {
    this.#limit.requireRoom(ip)
  }

  /** Adds a client that receives what comes after position `from`, infinite until that is known; it is queued until `start`. */
  add(client: StreamClient, from: number): void {
    this.#clients.set(client, { from, queued: [], unreadBeats: 0 })
    this.#limit.add(client.ip)
    this.#countAccount(client, 1)
  }

  /** Writes what the client missed, then the queued events, then each new event. */
  start(client: StreamClient, missed: Buffer): void {
    const state = this.#clients.get(client)
    if (state === undefined || state.queued === null) return
    const bytes = Buffer.concat([missed, ...state.queued])
    state.queued = null
    this.#write(client, bytes)
  }

  /** Lets a client receive what comes after position `from`. */
  receiveFrom(client: StreamClient, from: number): void {
    const state = this.#clients.get(client)
    if (state !== undefined) state.from = from
  }

  /** The journal has lost its newest changes: clients have to receive from `to` on again. */
  rewind(to: number): void {
    for (const state of this.#clients.values()) state.from = Math.min(state.from, to)
  }

  remove(client: StreamClient): void {
    if (!this.#clients.delete(client)) return
    this.#limit.remove(client.ip)
    this.#countAccount(client, -1)
  }

  /** Writes to all clients, after everything sent before. Resolves when it is written. */
  broadcast(frames: Frames): Promise<void> {
    return this.#sendAll((client, { from }) => {
      if (frames.position <= from) return
      const own = client.account === null ? null : frames.tradesOf(client.account)
      const bytes = own === null ? frames.shared : Buffer.concat([own, frames.shared])
      if (bytes.length > 0) this.#send(client, bytes)
    })
  }

  /** Writes what counts now only, to clients that have read everything. */
  sendNow(bytes: Buffer): Promise<void> {
    return this.#sendAll((client) => {
      if (client.sink.writableLength === 0) this.#send(client, bytes)
    })
  }

  /** Tells clients that have read everything that the line is open, and drops those that read nothing for long. */
  heartbeat(): Promise<void> {
    return this.#sendAll((client, state) => {
      state.unreadBeats = client.sink.writableLength === 0 ? 0 : state.unreadBeats + 1
      if (state.unreadBeats === 0) this.#send(client, HEARTBEAT)
      else if (state.unreadBeats > MAX_UNREAD_BEATS) this.#drop(client)
    })
  }

  /** Ends all responses. */
  close(): Promise<void> {
    return this.#slices.run(
      this.#visit((client) => {
        this.remove(client)
        client.sink.end()
      }),
    )
  }

  #sendAll(send: (client: StreamClient, state: ClientState) => void): Promise<void> {
    this.#writing = this.#writing.then(() => this.#slices.run(this.#visit(send)))
    return this.#writing
  }

  /** A map can change while it is iterated: those added meanwhile are visited, too. */
  *#visit(task: (client: StreamClient, state: ClientState) => void): SlicedWork {
    for (const [client, state] of this.#clients) {
      task(client, state)
      yield
    }
  }

  #countAccount({ account }: StreamClient, change: 1 | -1): void {
    if (account === null) return
    const key = accountKey(account)
    const count = (this.#accounts.get(key) ?? 0) + change
    if (count > 0) this.#accounts.set(key, count)
    else this.#accounts.delete(key)
  }

  #send(client: StreamClient, bytes: Buffer): void {
    const state = this.#clients.get(client)
    if (state === undefined) return
    if (state.queued === null) this.#write(client, bytes)
    else state.queued.push(bytes)
  }

  #write(client: StreamClient, bytes: Buffer): void {
    client.sink.write(bytes)
    if (client.sink.writableLength > MAX_BEHIND_BYTES) this.#drop(client)
  }

  #drop(client: StreamClient): void {
    this.remove(client)
    client.sink.destroy()
    this.#onDropped()
  }
}
