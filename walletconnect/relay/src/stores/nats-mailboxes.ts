import { randomUUID } from 'node:crypto'
import { type SpanStart, traceCall } from '@bullring/server/tracing/span'
import { JetStreamApiError, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream'
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node'
import { type ByteLimits, StoredBytes } from '../limits/stored-bytes.ts'
import type { Mailboxes, NewMessage, PublishOutcome, Receipt } from '../mailboxes.ts'
import { followStreams } from './nats-follower.ts'
import { factsOf, toHeaders } from './nats-message.ts'
import { NatsReader } from './nats-reader.ts'
import {
  type Age,
  ageOf,
  nextPlaces,
  openStreams,
  type StreamLimits,
  subjectOf,
} from './nats-streams.ts'
import { Recent } from './recent.ts'

export type NatsOptions = StreamLimits & {
  connection: NatsConnection
  client: JetStreamClient
  manager: JetStreamManager
  bytes: ByteLimits
  nowMs: () => number
  /** Called each time the connection is lost. */
  onBreak: () => void
}

/** Errors of a stream: the subject has as many messages as it may; the expected last message is another one. */
const SUBJECT_IS_FULL = 10_077
const WRONG_LAST_SEQUENCE = 10_071

/** Messages whose streams a node remembers. */
const REMEMBERED = 100_000

/** Limits of the search for messages of receipts that the node does not remember. */
const LOOKED_UP_TOPICS = 16
const LOOKED_UP = { limit: 100, maxBytes: 1_024 * 1_024 }

/**
 * Creates mailboxes in NATS JetStream, for more load than one database takes. A topic is a subject, and the server
 * recognises a message that it has by its id.
 *
 * @throws {NatsStorageTooSmallError} with the connection closed.
 */
export async function createNatsMailboxes(options: NatsOptions): Promise<Mailboxes> {
  const { connection, client, manager, onBreak } = options
  await openStreams(manager, options).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  // Reads all that other nodes store from now on, even if the consumer starts later.
  const start = await nextPlaces(manager)
  const store = new NatsMailboxes(options)
  return {
    publish: (messages) => store.publishEach(messages),
    read: (read) => store.reader.read(read),
    acknowledge: (receipts) => store.acknowledge(receipts),
    // The streams delete messages.
    deleteExpired: () => {
      store.sweep()
      return Promise.resolve(0)
    },
    isUp: async () => {
      await connection.rtt()
      return true
    },
    follow: (onTopics, signal) => {
      const onMessage = (header: MsgHdrs) => store.countOfOthers(header)
      return followStreams({ connection, client, start, onMessage, onBreak }, onTopics, signal)
    },
    close: () => connection.drain(),
  }
}

class NatsMailboxes {
  readonly reader: NatsReader
  readonly #options: NatsOptions
  readonly #node = randomUUID()
  /** Streams of messages, for their receipts. */
  readonly #ages = new Recent<Age>(REMEMBERED)
  readonly #storedBytes: StoredBytes

  constructor(options: NatsOptions) {
    const { manager, copies, nowMs, bytes } = options
    this.#options = options
    this.#storedBytes = new StoredBytes(bytes)
    this.reader = new NatsReader({
      manager,
      hasCopies: copies > 1,
      nowMs,
      onAge: (topic, id, age) => this.#ages.set(topic + id, age),
    })
  }

  /** Messages of many callers come together: one that the server refuses must not fail the others. */
  async publishEach(messages: readonly NewMessage[]): Promise<PublishOutcome[]> {
    const results = await Promise.allSettled(messages.map((message) => this.#publish(message)))
    const [first] = results
    const isDown = results.every(({ status }) => status === 'rejected')
    if (isDown && first?.status === 'rejected') throw first.reason
    return results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
  }

  async #publish(message: NewMessage): Promise<PublishOutcome> {
    const hasRoom = this.#storedBytes.hasRoom(message, this.#options.nowMs())
    // Counted before it is stored: other messages are on their way.
    if (hasRoom) this.#storedBytes.add(message)
    let outcome: PublishOutcome | null = null
    try {
      outcome = await this.#publishOnce(message, hasRoom)
      return outcome
    } finally {
      if (hasRoom && outcome !== 'stored') this.#storedBytes.remove(message)
    }
  }

  async acknowledge(receipts: readonly Receipt[]): Promise<void> {
    await this.#lookUp(receipts.filter(({ topic, id }) => this.#ages.get(topic + id) === undefined))
    const ids = new Map<Age, Map<string, Set<string>>>()
    for (const { client, topic, id } of receipts) {
      const age = this.#ages.get(topic + id)
      // Anyone can make up receipts: they are stored for messages that exist.
      if (age === undefined) continue
      const subject = subjectOf('receipts', age, topic, client)
      const ofAge = ids.get(age) ?? new Map<string, Set<string>>()
      ids.set(age, ofAge.set(subject, (ofAge.get(subject) ?? new Set()).add(id)))
    }
    await Promise.all([...ids.values()].map((ofAge) => this.#storeReceipts(ofAge)))
  }

  /** A stream stores in the order of sending: when it has the last receipt, it has the others. */
  async #storeReceipts(ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const { client, connection } = this.#options
    const entries = [...ids].map(([subject, set]) => [subject, [...set].join(',')] as const)
    const last = entries.pop()
    for (const [subject, text] of entries) connection.publish(subject, text)
    if (last !== undefined) await client.publish(...last)
  }

  /** Counts a message that another node has stored. Returns false when it is of this node. */
  countOfOthers(header: MsgHdrs): boolean {
    const { node, size, ...message } = factsOf(header)
    if (node === this.#node) return false
    this.#storedBytes.addSize(message, size)
    return true
  }

  sweep(): void {
    this.#storedBytes.sweep(this.#options.nowMs())
  }

  /** Looks for the messages of some receipts, in the mailboxes of their clients: reading remembers the streams. */
  async #lookUp(receipts: readonly Receipt[]): Promise<void> {
    const topics = new Map<string, Receipt>()
    for (const receipt of receipts) topics.set(receipt.client + receipt.topic, receipt)
    const reads = [...topics.values()].slice(0, LOOKED_UP_TOPICS).map(({ client, topic }) => {
      return this.reader.read({ client, topics: [topic], ...LOOKED_UP })
    })
    await Promise.all(reads)
  }

  /** Stores a message unless the streams have it. Without room, it only finds that out. */
  async #publishOnce(message: NewMessage, hasRoom: boolean): Promise<PublishOutcome> {
    const { topic, id, text } = message
    const { client, nowMs } = this.#options
    const age = ageOf(message)
    const headers = toHeaders(message, this.#node)
    // The server looks for a message with this id first, and then compares the number of its last message.
    const never = hasRoom ? {} : { expect: { lastSequence: Number.MAX_SAFE_INTEGER } }
    for (let msgID = topic + id; ; ) {
      const options = { headers, msgID, ...never }
      const send = () => client.publish(subjectOf('messages', age, topic), text, options)
      const ack = await traceCall(publishSpan, send).catch(nullIfFull)
      if (ack === null) return 'full'
      this.#ages.set(topic + id, age)
      if (!ack.duplicate) return 'stored'
      const stored = await this.reader.at(age, ack.seq)
      if (stored !== null && factsOf(stored.header).expiresAtMs > nowMs()) return 'duplicate'
      // An expired copy counts as absent.
      msgID = `${topic}${id}.${ack.seq}`
    }
  }
}

/** Returns the span of a publication, without the topic, which is a secret of two parties. */
function publishSpan(): SpanStart {
  return { name: 'publish', kind: 'PRODUCER', attributes: { 'messaging.system': 'nats' } }
}

function nullIfFull(error: unknown): null {
  const isFull =
    error instanceof JetStreamApiError &&
    (error.code === SUBJECT_IS_FULL || error.code === WRONG_LAST_SEQUENCE)
  if (isFull) return null
  throw error
}
