import { type ByteLimits, StoredBytes } from '../limits/stored-bytes.ts'
import {
  MAX_RECEIVERS,
  type Mailboxes,
  type NewMessage,
  pageOf,
  type StoredMessage,
} from '../mailboxes.ts'

type Entry = { message: NewMessage; receivers: Set<string> }

export type MemoryOptions = {
  /** Messages that the mailbox of one topic holds at most. */
  maxPerTopic: number
  bytes: ByteLimits
  nowMs: () => number
}

/** Creates mailboxes that end with the process: for tests, and as the baseline of benchmarks. */
export function createMemoryMailboxes({ maxPerTopic, bytes, nowMs }: MemoryOptions): Mailboxes {
  /** Entries by id, in publish order. */
  const topics = new Map<string, Map<string, Entry>>()
  const storedBytes = new StoredBytes(bytes)

  const liveEntries = (topic: string): Map<string, Entry> => {
    const entries = topics.get(topic) ?? new Map<string, Entry>()
    for (const [id, { message }] of entries) if (message.expiresAtMs <= nowMs()) entries.delete(id)
    topics.set(topic, entries)
    return entries
  }
  const publishOne = (message: NewMessage) => {
    const entries = liveEntries(message.topic)
    if (entries.has(message.id)) return 'duplicate'
    if (entries.size >= maxPerTopic || !storedBytes.hasRoom(message, nowMs())) return 'full'
    storedBytes.add(message)
    entries.set(message.id, { message, receivers: new Set() })
    return 'stored'
  }
  const unacknowledged = (client: string, topic: string): StoredMessage[] =>
    [...(topics.get(topic)?.values() ?? [])]
      .filter(({ message, receivers }) => isFor(client, message, nowMs()) && !receivers.has(client))
      .map(({ message }) => message)

  return {
    publish: (messages) => Promise.resolve(messages.map(publishOne)),
    read: ({ client, topics: wanted, ...size }) => {
      const found = [...new Set(wanted)].flatMap((topic) => unacknowledged(client, topic))
      found.sort((first, second) => first.publishedAtMs - second.publishedAtMs)
      return Promise.resolve(pageOf(found, size))
    },
    acknowledge: (receipts) => {
      for (const { client, topic, id } of receipts) {
        const receivers = topics.get(topic)?.get(id)?.receivers
        if (receivers !== undefined && receivers.size < MAX_RECEIVERS) receivers.add(client)
      }
      return Promise.resolve()
    },
    deleteExpired: () => {
      storedBytes.sweep(nowMs())
      for (const topic of [...topics.keys()]) {
        if (liveEntries(topic).size === 0) topics.delete(topic)
      }
      return Promise.resolve(0)
    },
    isUp: () => Promise.resolve(true),
    // There is no other node.
    follow: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

function isFor(client: string, message: NewMessage, nowMs: number): boolean {
  return message.publisher !== client && message.expiresAtMs > nowMs
}
