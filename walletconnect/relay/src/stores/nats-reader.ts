import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream'
import type { MailboxPage, MailboxRead } from '../mailboxes.ts'
import { Gate } from './gate.ts'
import { type Entry, toEntry } from './nats-message.ts'
import { AGES_S, type Age, type Kind, streamOf, subjectOf } from './nats-streams.ts'

/** Requests to the server that wait for their responses: further ones would only run into their timeouts. */
const REQUESTS_AT_ONCE = 256
/** Topics that are read at once, each with one message per stream in memory. */
const TOPICS_AT_ONCE = 16

/** Messages of one topic in one stream. */
type Cursor = { age: Age; head: StoredMsg; last: number }

export type ReaderOptions = {
  manager: JetStreamManager
  /** Whether several servers keep each message. */
  hasCopies: boolean
  nowMs: () => number
  /** Called with the stream of a message that is read. */
  onAge: (topic: string, id: string, age: Age) => void
}

/**
 * Reads mailboxes from the streams, one message after the other. The server finds the last message of a subject, and
 * the next one after a place, without a search.
 */
export class NatsReader {
  readonly #options: ReaderOptions
  readonly #gate = new Gate(REQUESTS_AT_ONCE)

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  async read({ client, topics, limit, maxBytes }: MailboxRead): Promise<MailboxPage> {
    const wanted = [...new Set(topics)]
    const entries: Entry[] = []
    let bytes = 0
    const takeFrom = async (unread: AsyncIterable<Entry>): Promise<boolean> => {
      for await (const entry of unread) {
        if (entries.length >= limit || bytes >= maxBytes) return false
        entries.push(entry)
        bytes += Buffer.byteLength(entry.message.text)
      }
      return true
    }
    let isComplete = true
    for (let start = 0; start < wanted.length && isComplete; start += TOPICS_AT_ONCE) {
      const group = wanted.slice(start, start + TOPICS_AT_ONCE)
      const cursors = await Promise.all(group.map((topic) => this.#cursors('messages', topic)))
      for (const [index, topic] of group.entries()) {
        isComplete &&= await takeFrom(this.#unread(topic, client, cursors[index] ?? []))
      }
    }
    entries.sort((first, second) => first.atMs - second.atMs || first.place - second.place)
    return { messages: entries.map(({ message }) => message), hasMore: !isComplete }
  }

  /** Returns the message at a place of a stream, or null when it is gone. */
  at(age: Age, seq: number): Promise<StoredMsg | null> {
    return this.#get('messages', age, { seq })
  }

  /** Messages of a topic that a client has not acknowledged, in publish order. */
  async *#unread(topic: string, client: string, cursors: Cursor[]): AsyncIterable<Entry> {
    let received: ReadonlySet<string> | null = null
    const seen = new Set<string>()
    for await (const { age, stored } of this.#inOrder('messages', topic, cursors)) {
      const entry = toEntry(topic, stored)
      const { publisher, id } = entry.message
      if (publisher === client || entry.expiresAtMs <= this.#options.nowMs()) continue
      received ??= await this.#received(topic, client)
      // The same message with another lifetime is in another stream.
      if (received.has(id) || seen.has(id)) continue
      seen.add(id)
      this.#options.onAge(topic, id, age)
      yield entry
    }
  }

  /** Returns the ids that a client has acknowledged. */
  async #received(topic: string, client: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>()
    const cursors = await this.#cursors('receipts', topic, client)
    for await (const { stored } of this.#inOrder('receipts', topic, cursors, client)) {
      for (const id of stored.string().split(',')) ids.add(id)
    }
    return ids
  }

  /** Finds the first message of each stream that has any for a subject. */
  async #cursors(kind: Kind, topic: string, client?: string): Promise<Cursor[]> {
    const found = await Promise.all(
      AGES_S.map(async (age): Promise<Cursor | null> => {
        const subject = subjectOf(kind, age, topic, client)
        const last = await this.#get(kind, age, { last_by_subj: subject })
        if (last === null) return null
        const head = await this.#get(kind, age, { next_by_subj: subject, seq: 1 })
        return { age, head: head ?? last, last: last.seq }
      }),
    )
    return found.filter((cursor) => cursor !== null)
  }

  /** Merges streams by time. */
  async *#inOrder(kind: Kind, topic: string, cursors: Cursor[], client?: string) {
    const open = [...cursors]
    while (open.length > 0) {
      open.sort((first, second) => first.head.time.getTime() - second.head.time.getTime())
      const [cursor] = open
      if (cursor === undefined) return
      const { age, head, last } = cursor
      yield { age, stored: head }
      const subject = subjectOf(kind, age, topic, client)
      const next =
        head.seq >= last
          ? null
          : await this.#get(kind, age, { next_by_subj: subject, seq: head.seq + 1 })
      if (next === null) open.shift()
      else cursor.head = next
    }
  }

  #get(kind: Kind, age: Age, query: Query): Promise<StoredMsg | null> {
    const { manager, hasCopies } = this.#options
    // A direct read is cheaper, but may reach a copy that lacks the newest messages.
    const messages = hasCopies ? manager.streams : manager.direct
    return this.#gate.run(() => messages.getMessage(streamOf(kind, age), query))
  }
}

type Query = { seq: number } | { last_by_subj: string } | { next_by_subj: string; seq: number }
