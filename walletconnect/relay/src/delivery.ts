import { BatchQueue } from './batch-queue.ts'
import type {
  Mailboxes,
  MailboxPage,
  MailboxRead,
  NewMessage,
  PublishOutcome,
  Receipt,
  StoredMessage,
} from './mailboxes.ts'
import { messageKey, sizeOf } from './mailboxes.ts'

const MIB = 1_024 * 1_024

/** Bytes of messages that are stored at once, and that may wait for it. */
const PUBLISH_LIMITS = { maxBatch: 2 * MIB, maxWaiting: 64 * MIB }
const RECEIPT_LIMITS = { maxBatch: 1_000, maxWaiting: 100_000 }

/** Dependencies of delivery: stores, sockets and metrics. */
export type DeliveryDeps = {
  mailboxes: Pick<Mailboxes, 'publish' | 'read' | 'acknowledge'>
  /** Sends a message to its subscribers on this node. */
  push: (message: StoredMessage) => void
  /** Called when the messages of a call are stored, with the seconds since the call. */
  onStored: (seconds: number) => void
  onFailure: (action: 'publish' | 'acknowledge', error: unknown) => void
}

/** Outcome of a call to publish. */
export type PublishReply = { ok: () => void; full: () => void; failed: () => void }

/** Moves messages from publishers through the mailboxes to subscribers, in batches. */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #publishing: BatchQueue<readonly NewMessage[], PublishOutcome[]>
  readonly #receipts: BatchQueue<Receipt, true>

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    const { mailboxes } = deps
    this.#publishing = new BatchQueue({
      write: (groups) => publishGroups(mailboxes, groups),
      sizeOf: (group) => group.reduce((sum, message) => sum + sizeOf(message), 0),
      ...PUBLISH_LIMITS,
    })
    this.#receipts = new BatchQueue({
      write: async (receipts) => {
        await mailboxes.acknowledge(receipts)
        return receipts.map(() => true)
      },
      sizeOf: () => 1,
      ...RECEIPT_LIMITS,
    })
  }

  /** Whether publishers have to wait. */
  get isFull(): boolean {
    return this.#publishing.isFull
  }

  /** Number of calls and receipts that are not stored yet. */
  get waiting(): number {
    return this.#publishing.length + this.#receipts.length
  }

  /** Stores messages, replies, and only then pushes them: a fast receiver's response must not overtake the reply. */
  publish(messages: readonly NewMessage[], reply: PublishReply): void {
    const startMs = performance.now()
    this.#publishing.add(
      messages,
      (outcomes) => {
        this.#reply(outcomes, reply)
        this.#deps.onStored((performance.now() - startMs) / 1_000)
        for (const [index, message] of messages.entries()) {
          if (outcomes[index] === 'stored') this.#deps.push(message)
        }
      },
      (error) => {
        this.#deps.onFailure('publish', error)
        reply.failed()
      },
    )
  }

  #reply(outcomes: readonly PublishOutcome[], { ok, full, failed }: PublishReply): void {
    if (outcomes.includes('failed')) {
      this.#deps.onFailure('publish', new Error('The store refused a message.'))
      failed()
    } else if (outcomes.includes('full')) full()
    else ok()
  }

  /**
   * Records that a client has a message. A receipt that cannot be stored is dropped: the client gets the message again.
   *
   * @param onDone - Called when the receipt is stored or dropped.
   */
  acknowledge(receipt: Receipt, onDone: () => void = () => undefined): void {
    const drop = (error: unknown) => {
      this.#deps.onFailure('acknowledge', error)
      onDone()
    }
    if (this.#receipts.isFull) drop(new Error('Too many receipts wait.'))
    else this.#receipts.add(receipt, onDone, drop)
  }

  /** Reads mailboxes, without the messages that were acknowledged before this call. */
  async read(read: MailboxRead): Promise<MailboxPage> {
    await this.#receipts.settled()
    return await this.#deps.mailboxes.read(read)
  }

  /** Resolves once everything that was published and acknowledged is stored. */
  async settled(): Promise<void> {
    await this.#publishing.settled()
    await this.#receipts.settled()
  }
}

/** Stores groups of messages as one list. The second of two equal messages is a duplicate. */
async function publishGroups(
  mailboxes: Pick<Mailboxes, 'publish'>,
  groups: readonly (readonly NewMessage[])[],
): Promise<PublishOutcome[][]> {
  const first = new Map<string, NewMessage>()
  for (const message of groups.flat()) {
    const key = messageKey(message)
    if (!first.has(key)) first.set(key, message)
  }
  const written = await mailboxes.publish([...first.values()])
  const outcomes = new Map([...first.values()].map((message, index) => [message, written[index]]))
  const outcomeOf = (message: NewMessage): PublishOutcome =>
    outcomes.get(message) ?? repeated(outcomes.get(first.get(messageKey(message)) ?? message))
  return groups.map((group) => group.map(outcomeOf))
}

function repeated(outcome: PublishOutcome | undefined): PublishOutcome {
  return outcome === 'full' || outcome === 'failed' ? outcome : 'duplicate'
}
