import { hashText } from '../crypto/hash.ts'
import { isText, listOf } from '../shape.ts'
import { Records, type Storage } from '../storage/storage.ts'
import type { WalletConnectError } from '../walletconnect-error.ts'
import { newIdentitySeed, signToken } from './auth-token.ts'
import type { Push } from './frames.ts'
import { RelaySocket } from './relay-socket.ts'
import { watchWakeUps } from './wake-ups.ts'

const SEED_KEY = 'identity'

/** Maximum number of topics of one call. */
const BATCH = 500

/** Maximum number of messages of a topic that are remembered, to be handled once. */
const REMEMBERED = 500

export type Publication = {
  topic: string
  message: string
  /** Seconds for which the relay keeps it. */
  ttl: number
  tag: number
  /** Whether the relay may wake the receiving phone. */
  prompt: boolean
}

export type RelayOptions = {
  relayUrl: string
  projectId: string
  storage: Storage
  nowMs: () => number
  createSocket: (url: string) => WebSocket
  /**
   * Handles a message.
   *
   * @returns False when it is of no use here. Then, and when it throws, the relay pushes it again: it may be for
   * another page of the same client.
   */
  onMessage: (topic: string, message: string) => Promise<boolean>
  onRefused: (error: WalletConnectError) => void
  onConnected: (isConnected: boolean) => void
}

/** Subscribes and publishes. Each message is handled once, and messages of a topic in their order. */
export class RelayClient {
  readonly #options: RelayOptions
  readonly #socket: RelaySocket
  readonly #topics = new Set<string>()
  /** Hashes of the handled messages, by topic. */
  readonly #handled: Records<string[]>
  /** The end of each topic's queue. */
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #stopWatching: () => void

  private constructor(options: RelayOptions, seed: string, handled: Records<string[]>) {
    this.#options = options
    this.#handled = handled
    this.#socket = new RelaySocket({
      ...options,
      signToken: (nowMs) => signToken(seed, options.relayUrl, nowMs),
      isNeeded: () => this.#topics.size > 0,
      onSubscribe: () => this.#subscribeAll(),
      onPush: (push) => this.#enqueue(push),
    })
    this.#stopWatching = watchWakeUps(options.nowMs, () => this.#socket.reconnect())
  }

  /** Reads the client's identity, or creates it. Connects to nothing yet. */
  static async open(options: RelayOptions): Promise<RelayClient> {
    const { storage } = options
    const stored = await storage.get(SEED_KEY)
    const seed = isText(stored) ? stored : newIdentitySeed()
    if (seed !== stored) await storage.set(SEED_KEY, seed)
    return new RelayClient(options, seed, await Records.open(storage, 'handled', listOf(isText)))
  }

  get isConnected(): boolean {
    return this.#socket.isOpen
  }

  /** Whether this client was closed: calls that had no reply then may have reached the relay all the same. */
  get isStopped(): boolean {
    return this.#socket.isStopped
  }

  /** Subscribes to topics: to all of them again whenever the connection is new. */
  async subscribe(topics: readonly string[]): Promise<void> {
    const added = topics.filter((topic) => !this.#topics.has(topic))
    for (const topic of added) this.#topics.add(topic)
    await Promise.all(batches(added).map((batch) => this.#subscribe(batch)))
  }

  /** Leaves a topic and forgets the messages received there. */
  async unsubscribe(topic: string): Promise<void> {
    if (!this.#topics.delete(topic)) return
    await this.#handled.delete(topic)
    // A new connection would not be subscribed in the first place.
    if (!this.#socket.isOpen) return
    this.#socket.call('irn_unsubscribe', { topic, id: '' }).catch(() => undefined)
  }

  /** Publishes a message. Resolves when the relay has stored it. */
  async publish(publication: Publication): Promise<void> {
    await this.#socket.call('irn_publish', publication)
  }

  stop(): void {
    this.#stopWatching()
    this.#socket.stop()
  }

  async #subscribe(topics: readonly string[]): Promise<void> {
    await this.#socket.call('irn_batchSubscribe', { topics })
  }

  #subscribeAll(): void {
    for (const batch of batches([...this.#topics])) {
      // A connection that breaks is replaced, and subscribes again.
      this.#subscribe(batch).catch(() => undefined)
    }
  }

  #enqueue({ params }: Push): Promise<boolean> {
    const { topic, message } = params.data
    const handled = (this.#queues.get(topic) ?? Promise.resolve()).then(() =>
      this.#handle(topic, message),
    )
    const settled = handled.catch(() => undefined)
    this.#queues.set(topic, settled)
    void settled.then(() => {
      if (this.#queues.get(topic) === settled) this.#queues.delete(topic)
    })
    return handled
  }

  async #handle(topic: string, message: string): Promise<boolean> {
    const hash = await hashText(message)
    if (!this.#topics.has(topic)) return false
    const hashes = this.#handled.get(topic) ?? []
    if (hashes.includes(hash)) return true
    if (!(await this.#options.onMessage(topic, message))) return false
    // The message may have ended the session.
    if (!this.#topics.has(topic)) return true
    await this.#handled.set(topic, [...(this.#handled.get(topic) ?? []), hash].slice(-REMEMBERED))
    return true
  }
}

function batches(topics: readonly string[]): string[][] {
  const result: string[][] = []
  for (let start = 0; start < topics.length; start += BATCH) {
    result.push(topics.slice(start, start + BATCH))
  }
  return result
}
