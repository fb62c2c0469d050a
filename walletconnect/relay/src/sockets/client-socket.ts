import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TopicCounts } from '../limits/topic-counts.ts'
import {
  type MailboxPage,
  type MailboxRead,
  messageKey,
  type Receipt,
  type StoredMessage,
} from '../mailboxes.ts'
import { CLOSE_CODES } from '../protocol-error.ts'
import type { Subscribers } from './subscribers.ts'
import { unfinishedBytes } from './unfinished-bytes.ts'

/** Messages that a client may have without acknowledging them. Further ones wait in the mailboxes. */
const MAX_UNACKNOWLEDGED = 2_000
const MAX_UNACKNOWLEDGED_BYTES = 4 * 1_024 * 1_024

/** Bytes that may wait for a slow connection, besides one message. */
const MAX_BUFFERED_BYTES = 1_024 * 1_024

/**
 * Acknowledged messages that are remembered: one that another node has reported may be read before the reply to its own
 * publication comes here, which pushes it too.
 */
const REMEMBERED_KEYS = 64

/** New messages that are kept while older ones are read. */
const MAX_ARRIVED = 100

/** Topics that are read at once. */
const TOPICS_AT_ONCE = 500

/** Wait before mailboxes are read again after a failure. */
const RETRY_MS = 1_000

export type SocketDeps = {
  subscribers: Subscribers<ClientSocket>
  maxTopics: number
  /** Shared by all sockets. */
  topicCounts: Pick<TopicCounts, 'hasRoom' | 'add' | 'remove'>
  read: (read: MailboxRead) => Promise<MailboxPage>
  acknowledge: (receipt: Receipt, onDone: () => void) => void
  /** Returns an id for a call of ours: an integer of 16 digits, because clients read longer ones as another type. */
  nextId: () => number
  /** Returns the text of a call that delivers a message. */
  toFrame: (id: number, message: StoredMessage, client: { did: string }) => string
  onPushed: () => void
  onReadFailure: (error: unknown) => void
}

/** The WebSocket of a client, with its subscriptions and the messages on their way to it. */
export class ClientSocket {
  readonly client: { did: string; key: string }
  /** Whether the client has sent anything since the last ping. */
  isAlive = true
  /** Calls that have no reply yet. */
  pendingCalls = 0
  /** Time at which the current unfinished message was first found. */
  #unfinishedSinceMs: number | null = null
  readonly #ws: WebSocket
  readonly #stream: Duplex
  #isCorked = false
  readonly #ip: string
  readonly #deps: SocketDeps
  readonly #topics = new Set<string>()
  /** Pushed messages, by the id of the call, until the client replies. */
  readonly #unacknowledged = new Map<number, { topic: string; id: string; bytes: number }>()
  #unacknowledgedBytes = 0
  /** Keys of the messages among them, by topic. */
  readonly #unacknowledgedKeys = new Map<string, Set<string>>()
  /** Keys of messages that were pushed, until some time after the acknowledgement is stored. */
  readonly #pushed = new Set<string>()
  /** Topics whose mailboxes have messages that were not pushed when they came. */
  readonly #behind = new Set<string>()
  /** Topics whose mailboxes are being read. */
  #loading: ReadonlySet<string> | null = null
  /** New messages of topics whose mailboxes are being read. */
  #arrived: StoredMessage[] = []
  #isCatchingUp = false
  /** Keys whose acknowledgements are stored, oldest first. A read that has begun may still return their messages. */
  readonly #acknowledgedKeys: string[] = []

  /** @param stream - The connection under `ws`. */
  constructor(
    ws: WebSocket,
    { client, ip, stream }: { client: { did: string; key: string }; ip: string; stream: Duplex },
    deps: SocketDeps,
  ) {
    this.#ws = ws
    this.#stream = stream
    this.client = client
    this.#ip = ip
    this.#deps = deps
  }

  /** Whether the client can still send and receive. */
  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN
  }

  /** Bytes of a message that is not complete, and of texts that are not written yet. */
  get pendingBytes(): number {
    return unfinishedBytes(this.#ws) + this.#ws.bufferedAmount
  }

  /** Called for each complete message. */
  finishMessage(): void {
    this.isAlive = true
    this.#unfinishedSinceMs = null
  }

  /** Returns for how long the same message has been unfinished, as far as earlier calls have seen. */
  unfinishedMs(nowMs: number): number {
    if (unfinishedBytes(this.#ws) === 0) this.#unfinishedSinceMs = null
    else this.#unfinishedSinceMs ??= nowMs
    return this.#unfinishedSinceMs === null ? 0 : nowMs - this.#unfinishedSinceMs
  }

  /** Sends a text, unless the connection ends. */
  send(text: string): void {
    if (!this.isOpen) return
    this.#cork()
    const buffered = this.#ws.bufferedAmount + text.length
    if (buffered <= MAX_BUFFERED_BYTES) this.#ws.send(text)
    else this.#sendToSlow(text)
  }

  /** Joins the texts of one turn of the event loop: a write for each would take more time than all else about a message. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#stream.uncork()
    })
  }

  /** Reads nothing from a client that reads too slowly, until it has caught up. */
  #sendToSlow(text: string): void {
    this.#ws.pause()
    this.#ws.send(text, () => {
      if (this.#ws.bufferedAmount > MAX_BUFFERED_BYTES) return
      this.#ws.resume()
      this.#continue()
    })
  }

  /** Returns whether a further topic would be too many. */
  isFull(topic: string): boolean {
    if (this.#topics.has(topic)) return false
    const { maxTopics, topicCounts } = this.#deps
    return this.#topics.size >= maxTopics || !topicCounts.hasRoom(this.#ip)
  }

  /** Subscribes to a topic. `load` then pushes the messages of its mailbox. */
  add(topic: string): void {
    if (!this.#topics.has(topic)) {
      this.#topics.add(topic)
      this.#deps.topicCounts.add(this.#ip)
      this.#deps.subscribers.add(topic, this)
    }
    // A client that subscribes again receives its unacknowledged messages again.
    for (const key of this.#unacknowledgedKeys.get(topic) ?? []) this.#pushed.delete(key)
    this.#unacknowledgedKeys.delete(topic)
    this.#behind.add(topic)
  }

  /** Unsubscribes from a topic. */
  remove(topic: string): void {
    if (!this.#topics.delete(topic)) return
    this.#behind.delete(topic)
    this.#deps.topicCounts.remove(this.#ip)
    this.#deps.subscribers.remove(topic, this)
  }

  /** Pushes the messages in mailboxes of subscribed topics. */
  load(topics: Iterable<string> = this.#topics): void {
    for (const topic of topics) if (this.#topics.has(topic)) this.#behind.add(topic)
    this.#continue()
  }

  /** Pushes a new message. When the client is not ready for it, it stays in its mailbox until then. */
  push(message: StoredMessage): void {
    if (message.publisher === this.client.key) return
    const { topic } = message
    if (this.#behind.has(topic) || this.#room() === 0) this.#behind.add(topic)
    else if (this.#loading?.has(topic) !== true) this.#pushUnlessPushed(message)
    // Messages of the mailbox come first.
    else if (this.#arrived.length < MAX_ARRIVED) this.#arrived.push(message)
    else this.#behind.add(topic)
  }

  /** Handles the client's reply to a push. Returns false when there is no push with this id. */
  acknowledged(id: number): boolean {
    const pushed = this.#unacknowledged.get(id)
    if (pushed === undefined) return false
    const { bytes, ...message } = pushed
    this.#unacknowledgedBytes -= bytes
    this.#unacknowledged.delete(id)
    const key = messageKey(message)
    this.#forgetUnacknowledged(message.topic, key)
    this.#deps.acknowledge({ client: this.client.key, ...message }, () => {
      this.#acknowledgedKeys.push(key)
      if (this.#loading === null) this.#forgetOldest()
    })
    const isHalfFree =
      this.#unacknowledged.size <= MAX_UNACKNOWLEDGED / 2 &&
      this.#unacknowledgedBytes <= MAX_UNACKNOWLEDGED_BYTES / 2
    if (isHalfFree) this.#continue()
    return true
  }

  /** Removes the socket from its topics. */
  leave(): void {
    for (const topic of this.#topics) this.remove(topic)
  }

  /** Checks whether the client is there. */
  ping(): void {
    this.isAlive = false
    if (this.isOpen) this.#ws.ping()
  }

  /** Ends the connection of a client that sends too much. */
  closeForExcess(): void {
    this.close(CLOSE_CODES.tooManyRequests, 'Too many requests')
  }

  /** Closes the connection with a code and a text. */
  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
  }

  /** Ends the connection without a handshake. */
  terminate(): void {
    this.#ws.terminate()
  }

  #room(): number {
    if (this.#ws.bufferedAmount > MAX_BUFFERED_BYTES) return 0
    if (this.#unacknowledgedBytes >= MAX_UNACKNOWLEDGED_BYTES) return 0
    return Math.max(0, MAX_UNACKNOWLEDGED - this.#unacknowledged.size)
  }

  #deliver(message: StoredMessage): void {
    const { topic, id } = message
    const bytes = Buffer.byteLength(message.text)
    const callId = this.#deps.nextId()
    this.#unacknowledged.set(callId, { topic, id, bytes })
    this.#unacknowledgedBytes += bytes
    const key = messageKey(message)
    this.#pushed.add(key)
    const keys = this.#unacknowledgedKeys.get(topic) ?? new Set()
    this.#unacknowledgedKeys.set(topic, keys.add(key))
    this.send(this.#deps.toFrame(callId, message, this.client))
    this.#deps.onPushed()
  }

  #forgetUnacknowledged(topic: string, key: string): void {
    const keys = this.#unacknowledgedKeys.get(topic)
    keys?.delete(key)
    if (keys?.size === 0) this.#unacknowledgedKeys.delete(topic)
  }

  #continue(): void {
    if (!this.#isCatchingUp && this.#behind.size > 0) void this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    this.#isCatchingUp = true
    while (this.#behind.size > 0 && this.#room() > 0 && this.isOpen) {
      const topics = [...this.#behind].slice(0, TOPICS_AT_ONCE)
      for (const topic of topics) this.#behind.delete(topic)
      this.#loading = new Set(topics)
      const isRead = await this.#pushMailboxes(topics)
      this.#loading = null
      for (const message of this.#arrived.splice(0)) {
        if (!this.#behind.has(message.topic) && !this.#pushUnlessPushed(message)) {
          this.#behind.add(message.topic)
        }
      }
      this.#forgetOldest()
      if (!isRead) await sleep(RETRY_MS, undefined, { ref: false })
    }
    this.#isCatchingUp = false
  }

  /** @returns Whether the mailboxes could be read. */
  async #pushMailboxes(topics: readonly string[]): Promise<boolean> {
    // Messages that were pushed and not acknowledged are read again.
    const limit = this.#pushed.size + this.#room()
    const maxBytes = this.#unacknowledgedBytes + MAX_UNACKNOWLEDGED_BYTES
    try {
      const { key: client } = this.client
      const { messages, hasMore } = await this.#deps.read({ client, topics, limit, maxBytes })
      const isPushed = messages.map((message) => this.#pushUnlessPushed(message))
      if (hasMore || isPushed.includes(false)) this.#stayBehind(topics)
      return true
    } catch (error) {
      this.#deps.onReadFailure(error)
      this.#stayBehind(topics)
      return false
    }
  }

  /** @returns False when there was no room for it. */
  #pushUnlessPushed(message: StoredMessage): boolean {
    if (!this.#topics.has(message.topic) || this.#pushed.has(messageKey(message))) return true
    if (this.#room() === 0) return false
    this.#deliver(message)
    return true
  }

  #forgetOldest(): void {
    const excess = Math.max(0, this.#acknowledgedKeys.length - REMEMBERED_KEYS)
    for (const key of this.#acknowledgedKeys.splice(0, excess)) this.#pushed.delete(key)
  }

  #stayBehind(topics: readonly string[]): void {
    for (const topic of topics) if (this.#topics.has(topic)) this.#behind.add(topic)
  }
}
