import { randomUUID } from 'node:crypto'
import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type StoredMsg,
} from '@nats-io/jetstream'
import { headers, type MsgHdrs, type NatsConnection, nanos } from '@nats-io/transport-node'
import {
  type Mailboxes,
  type MailboxPage,
  type MailboxRead,
  type NewMessage,
  type PublishOutcome,
  pageOf,
  type Receipt,
  type StoredMessage,
} from '../mailboxes.ts'
import { Recent } from './recent.ts'

export type NatsOptions = {
  connection: NatsConnection
  client: JetStreamClient
  manager: JetStreamManager
  /** Copies of each message in the cluster. */
  replicas: number
  /** Messages that the mailbox of one topic holds at most. */
  maxPerTopic: number
  nowMs: () => number
  /** Called each time the connection is lost. */
  onBreak: () => void
}

/**
 * Ages in seconds at which streams delete. A message goes to the first stream that keeps it long enough: JetStream 2.9
 * knows one age per stream.
 */
const AGES_S = [300, 3_600, 86_400, 2_592_000] as const
type Age = (typeof AGES_S)[number]
const LONGEST: Age = 2_592_000

const MESSAGES = 'relay_messages'
const RECEIPTS = 'relay_receipts'

/** Error of a stream that has the subject already. */
const ALREADY_STORED = 10_077

/** Topics and messages that a node remembers. */
const REMEMBERED = 100_000

/**
 * Creates mailboxes in NATS JetStream, for more load than one database takes. A stream stores a subject once, so each message and
 * each receipt gets a subject.
 */
export async function createNatsMailboxes(options: NatsOptions): Promise<Mailboxes> {
  const { connection, manager, replicas } = options
  for (const age of AGES_S) {
    for (const kind of [MESSAGES, RECEIPTS]) {
      await manager.streams.add({
        name: streamOf(kind, age),
        subjects: [`${kind}.${age}.>`],
        max_age: nanos(age * 1_000),
        max_msgs_per_subject: 1,
        discard: DiscardPolicy.New,
        discard_new_per_subject: true,
        allow_direct: true,
        num_replicas: replicas,
      })
    }
  }
  const store = new NatsMailboxes(options)
  return {
    publish: (messages) => Promise.all(messages.map((message) => store.publish(message))),
    read: (read) => store.read(read),
    acknowledge: async (receipts) => {
      await Promise.all(receipts.map((receipt) => store.acknowledge(receipt)))
    },
    // The streams do that.
    deleteExpired: () => Promise.resolve(0),
    isUp: async () => {
      await connection.rtt()
      return true
    },
    follow: (onTopics, signal) => store.follow(onTopics, signal),
    close: () => connection.drain(),
  }
}

type Found = { age: Age; id: string }

class NatsMailboxes {
  readonly #options: NatsOptions
  readonly #node = randomUUID()
  /** Number of messages that this node has published, by topic; counted in the streams when it reaches the limit. */
  readonly #counts = new Recent<number>(REMEMBERED)
  /** Ages of messages, for their receipts. */
  readonly #ages = new Recent<Age>(REMEMBERED)

  constructor(options: NatsOptions) {
    this.#options = options
  }

  async publish(message: NewMessage): Promise<PublishOutcome> {
    const { maxPerTopic } = this.#options
    const { topic } = message
    const count = this.#counts.get(topic) ?? 0
    if (count >= maxPerTopic && (await this.#isFull(topic))) {
      return (await this.#stored(message)) === null ? 'full' : 'duplicate'
    }
    this.#counts.set(topic, (this.#counts.get(topic) ?? 0) + 1)
    return await this.#publishOnce(message)
  }

  async read({ client, topics, ...size }: MailboxRead): Promise<MailboxPage> {
    const found = await Promise.all(
      [...new Set(topics)].map((topic) => this.#readTopic(topic, client)),
    )
    const inOrder = found
      .flat()
      .sort((first, second) => first.atMs - second.atMs || first.place - second.place)
    return pageOf(
      inOrder.map(({ message }) => message),
      size,
    )
  }

  async acknowledge({ client, topic, id }: Receipt): Promise<void> {
    const age = this.#ages.get(topic + id) ?? LONGEST
    const subject = `${RECEIPTS}.${age}.${topic}.${client}.${id}`
    await this.#options.client.publish(subject).catch(acceptStored)
  }

  async follow(
    onTopics: (topics: readonly string[] | null) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const changes = this.#watchConnection(onTopics, signal)
    await Promise.all([changes, ...AGES_S.map((age) => this.#followStream(age, onTopics, signal))])
  }

  async #publishOnce(message: NewMessage): Promise<PublishOutcome> {
    const { topic, id, text } = message
    const age = ageOf(message)
    this.#ages.set(topic + id, age)
    const subject = `${MESSAGES}.${age}.${topic}.${id}`
    const options = { headers: toHeaders(message, this.#node) }
    const { client, manager, nowMs } = this.#options
    const send = async (): Promise<PublishOutcome> => {
      const ack = await client.publish(subject, text, options).catch(acceptStored)
      return ack === null ? 'duplicate' : 'stored'
    }
    const outcome = await send()
    if (outcome === 'stored') return outcome
    const stored = await this.#stored(message)
    if (stored === null || expiryOf(stored.header) > nowMs()) return outcome
    await manager.streams.purge(streamOf(MESSAGES, age), { filter: subject })
    return await send()
  }

  #stored(message: NewMessage): Promise<StoredMsg | null> {
    const age = ageOf(message)
    return this.#get(age, message.topic, message.id)
  }

  #get(age: Age, topic: string, id: string): Promise<StoredMsg | null> {
    const query = { last_by_subj: `${MESSAGES}.${age}.${topic}.${id}` }
    return this.#options.manager.direct.getMessage(streamOf(MESSAGES, age), query)
  }

  async #isFull(topic: string): Promise<boolean> {
    const count = (await this.#find(topic)).length
    this.#counts.set(topic, count)
    return count >= this.#options.maxPerTopic
  }

  /** Finds the messages of a topic in all streams. */
  async #find(topic: string): Promise<Found[]> {
    const found = await Promise.all(
      AGES_S.map(async (age) => {
        const ids = await this.#ids(streamOf(MESSAGES, age), `${MESSAGES}.${age}.${topic}.*`)
        return ids.map((id) => ({ age, id }))
      }),
    )
    return found.flat()
  }

  /** Returns the last parts of a stream's subjects. */
  async #ids(stream: string, filter: string): Promise<string[]> {
    const info = await this.#options.manager.streams.info(stream, { subjects_filter: filter })
    return Object.keys(info.state.subjects ?? {}).map((subject) =>
      subject.slice(subject.lastIndexOf('.') + 1),
    )
  }

  async #readTopic(topic: string, client: string) {
    const found = await this.#find(topic)
    const ages = found.length === 0 ? [] : AGES_S
    const received = await Promise.all(
      ages.map((age) =>
        this.#ids(streamOf(RECEIPTS, age), `${RECEIPTS}.${age}.${topic}.${client}.*`),
      ),
    )
    const seen = new Set(received.flat())
    const unseen = found.filter(({ id }) => !seen.has(id))
    const read = await Promise.all(unseen.map((one) => this.#readOne(topic, one)))
    const now = this.#options.nowMs()
    return read
      .filter((entry) => entry !== null)
      .filter(({ message, expiresAtMs }) => message.publisher !== client && expiresAtMs > now)
  }

  async #readOne(topic: string, { age, id }: Found) {
    const stored = await this.#get(age, topic, id)
    if (stored === null) return null
    this.#ages.set(topic + id, age)
    const { header } = stored
    const message: StoredMessage = {
      ...{ topic, id, publisher: header.get('publisher'), text: stored.string() },
      ...{
        tag: Number(header.get('tag')),
        attestation: decodeURIComponent(header.get('attestation')),
      },
      publishedAtMs: Number(header.get('published')),
    }
    return {
      message,
      expiresAtMs: expiryOf(header),
      atMs: stored.time.getTime(),
      place: stored.seq,
    }
  }

  /** After a reconnect, messages of other nodes may have been missed. */
  async #watchConnection(onTopics: (topics: null) => void, signal: AbortSignal): Promise<void> {
    const stopped = new Promise<null>((resolve) =>
      signal.addEventListener('abort', () => resolve(null), { once: true }),
    )
    const statuses = this.#options.connection.status()[Symbol.asyncIterator]()
    for (;;) {
      // A status that is awaited cannot be cancelled.
      const next = await Promise.race([statuses.next(), stopped])
      if (next === null || next.done === true) return
      if (next.value.type === 'disconnect') this.#options.onBreak()
      if (next.value.type === 'reconnect') onTopics(null)
    }
  }

  async #followStream(
    age: Age,
    onTopics: (topics: readonly string[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const consumer = await this.#options.client.consumers.get(streamOf(MESSAGES, age), {
      headers_only: true,
      deliver_policy: DeliverPolicy.New,
    })
    const messages = await consumer.consume()
    signal.addEventListener('abort', () => messages.stop(), { once: true })
    for await (const { subject, headers: header } of messages) {
      const [, , topic = ''] = subject.split('.')
      if (header?.get('node') !== this.#node) onTopics([topic])
    }
  }
}

function streamOf(kind: string, age: Age): string {
  return `${kind}_${age}`
}

function ageOf({ publishedAtMs, expiresAtMs }: NewMessage): Age {
  return AGES_S.find((age) => age * 1_000 >= expiresAtMs - publishedAtMs) ?? LONGEST
}

function toHeaders(message: NewMessage, node: string): MsgHdrs {
  const header = headers()
  header.set('node', node)
  header.set('publisher', message.publisher)
  header.set('tag', `${message.tag}`)
  // A header cannot contain line breaks.
  header.set('attestation', encodeURIComponent(message.attestation))
  header.set('published', `${message.publishedAtMs}`)
  header.set('expires', `${message.expiresAtMs}`)
  return header
}

function expiryOf(header: MsgHdrs): number {
  return Number(header.get('expires'))
}

/** A subject that is stored already is no failure. */
function acceptStored(error: unknown): null {
  if (error instanceof JetStreamApiError && error.code === ALREADY_STORED) return null
  throw error
}
