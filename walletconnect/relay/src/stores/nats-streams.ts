import { keepStream } from '@bullring/server/nats/keep-stream'
import { DiscardPolicy, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { NewMessage } from '../mailboxes.ts'
import { NatsStorageTooSmallError } from './nats-storage-too-small-error.ts'

/**
 * Ages in seconds at which streams delete. A message goes to the first stream that keeps it long enough: JetStream 2.9
 * knows one age per stream.
 */
export const AGES_S = [300, 3_600, 86_400, 2_592_000] as const
export type Age = (typeof AGES_S)[number]
const LONGEST: Age = 2_592_000

/** Content of a stream: messages by topic, and acknowledgements by topic and client. */
export type Kind = 'messages' | 'receipts'

/** Acknowledgements of a client for a topic. The oldest are dropped, and their messages come again after a reconnect. */
const MAX_RECEIPTS = 1_000

/** Returns the age of the stream for a message. */
export function ageOf({ publishedAtMs, expiresAtMs }: NewMessage): Age {
  return AGES_S.find((age) => age * 1_000 >= expiresAtMs - publishedAtMs) ?? LONGEST
}

export function streamOf(kind: Kind, age: Age): string {
  return `relay_${kind}_${age}`
}

/** Returns the subject of a topic's messages, or of a client's acknowledgements. */
export function subjectOf(kind: Kind, age: Age, topic: string, client?: string): string {
  return [`relay_${kind}`, age, topic, ...(client === undefined ? [] : [client])].join('.')
}

export type StreamLimits = {
  /** Servers of the cluster that keep each message. */
  copies: number
  /** Messages of a topic in each stream. */
  maxPerTopic: number
  /** Bytes of all acknowledgements, which the server reserves. Beyond its share, each stream drops the oldest. */
  receiptBytes: number
}

/**
 * Creates the streams that are missing, and adapts the others.
 *
 * @throws {NatsStorageTooSmallError}
 */
export async function openStreams(
  manager: JetStreamManager,
  { copies, maxPerTopic, receiptBytes }: StreamLimits,
): Promise<void> {
  for (const age of AGES_S) {
    const messages = {
      max_msgs_per_subject: maxPerTopic,
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
      duplicate_window: nanos(age * 1_000),
    }
    const receipts = {
      max_msgs_per_subject: MAX_RECEIPTS,
      max_bytes: Math.floor(receiptBytes / AGES_S.length),
    }
    for (const [kind, limits] of Object.entries({ messages, receipts }) as [Kind, object][]) {
      await openStream(manager, {
        name: streamOf(kind, age),
        subjects: [`relay_${kind}.${age}.>`],
        max_age: nanos(age * 1_000),
        allow_direct: true,
        num_replicas: copies,
        ...limits,
      })
    }
  }
}

/** Numbers of the next messages, by stream. */
export type Places = ReadonlyMap<Age, number>

/** Returns the next place of messages in each stream. */
export async function nextPlaces(manager: JetStreamManager): Promise<Places> {
  const places = AGES_S.map(async (age): Promise<[Age, number]> => {
    const { state } = await manager.streams.info(streamOf('messages', age))
    return [age, state.last_seq + 1]
  })
  return new Map(await Promise.all(places))
}

/** The server, or the account, has less storage left than a stream reserves. */
const STORAGE_IS_SHORT: readonly number[] = [10_002, 10_023, 10_047]

async function openStream(
  { streams }: JetStreamManager,
  config: Parameters<typeof keepStream>[1],
): Promise<void> {
  try {
    await keepStream(streams, config)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !STORAGE_IS_SHORT.includes(error.code)) throw error
    throw new NatsStorageTooSmallError({ cause: error })
  }
}
