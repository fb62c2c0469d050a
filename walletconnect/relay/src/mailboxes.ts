/** A message on its way into the mailbox of a topic. Topic and id are 64 lower-case hexadecimal digits. */
export type NewMessage = {
  topic: string
  /** SHA-256 of the text in UTF-8. */
  id: string
  /** Client that sent it, which never receives it. */
  publisher: string
  /** Identifies the IP address it came from, for the limit of bytes; empty for this machine. */
  source: string
  /** Encrypted by the clients for each other. */
  text: string
  tag: number
  /** Empty for none. */
  attestation: string
  publishedAtMs: number
  expiresAtMs: number
}

/** A message as its receivers get it. */
export type StoredMessage = Omit<NewMessage, 'expiresAtMs' | 'source'>

/**
 * Outcome of a message: `duplicate` when the mailbox has it already, `full` when it holds as many as it may, or
 * when all messages of the publisher take as many bytes as they may, `failed` when the store refused this message only.
 */
export type PublishOutcome = 'stored' | 'duplicate' | 'full' | 'failed'

/** A client has a message. */
export type Receipt = { client: string; topic: string; id: string }

/** Messages of some topics that a client has not acknowledged. */
export type MailboxRead = {
  client: string
  topics: readonly string[]
  /** Maximum number of messages. */
  limit: number
  /** Once the texts have this many bytes, no further message is added. */
  maxBytes: number
}

/** The first messages of a read. `hasMore` is true when others did not fit. */
export type MailboxPage = { messages: StoredMessage[]; hasMore: boolean }

/** Mailboxes of all topics. Each keeps its messages until they expire, whether or not someone has received them. */
export type Mailboxes = {
  /** Stores messages in the order of the list, which has no two with the same topic and id. */
  publish: (messages: readonly NewMessage[]) => Promise<PublishOutcome[]>
  /** Returns live messages of others that the client has not acknowledged, oldest first. */
  read: (read: MailboxRead) => Promise<MailboxPage>
  acknowledge: (receipts: readonly Receipt[]) => Promise<void>
  /** Deletes some of the expired messages, and returns their number, 0 when none is left. */
  deleteExpired: () => Promise<number>
  /** Whether the store works. */
  isUp: () => Promise<boolean>
  /**
   * Reports topics for which another node has stored messages, until `signal` aborts; null for all topics, when
   * reports may have been missed.
   */
  follow: (
    onTopics: (topics: readonly string[] | null) => void,
    signal: AbortSignal,
  ) => Promise<void>
  close: () => Promise<void>
}

/** Returns as many of the messages as a read may return. */
export function pageOf(
  found: readonly StoredMessage[],
  { limit, maxBytes }: Pick<MailboxRead, 'limit' | 'maxBytes'>,
): MailboxPage {
  const messages: StoredMessage[] = []
  let bytes = 0
  for (const message of found.slice(0, limit)) {
    if (bytes >= maxBytes) break
    messages.push(message)
    bytes += Buffer.byteLength(message.text)
  }
  return { messages, hasMore: messages.length < found.length }
}

/** Clients whose acknowledgements of one message are stored. Further ones get it again when they reconnect. */
export const MAX_RECEIVERS = 100

/** Bytes of a message besides its texts. */
const MESSAGE_BYTES = 1_024

/** Returns the bytes that a message takes, in memory or in a store. */
export function sizeOf({ text, attestation }: Pick<NewMessage, 'text' | 'attestation'>): number {
  return Buffer.byteLength(text) + Buffer.byteLength(attestation) + MESSAGE_BYTES
}

/** Returns the key of a message among those of all topics. */
export function messageKey({ topic, id }: { topic: string; id: string }): string {
  return `${topic}${id}`
}
