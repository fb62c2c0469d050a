import { setTimeout as sleep } from 'node:timers/promises'
import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Channel, Nats } from './nats.ts'

/** How far the index is, as its leader reports it to processes that follow. */
export type IndexProgress = {
  /** Id of the newest change in the journal. */
  position: number
  /** The node's newest block; null before the first step. */
  chainBlock: number | null
  /** How long ago the index was last known to be at the head of the chain; null before that. */
  atHeadAgeMs: number | null
  /** Newest indexed block; null before the first. */
  block: { number: number; hash: string; timestamp: UnixSeconds } | null
}

const Whole = z.int().nonnegative()

/** Nodes that follow versions which cannot read it hear nothing, and read the database. */
const Message = z.object({
  position: Whole,
  chainBlock: z.nullable(Whole),
  atHeadAgeMs: z.nullable(z.number()),
  block: z.nullable(
    z.object({ number: Whole, hash: z.string(), timestamp: Whole.transform(toUnixSeconds) }),
  ),
})

const RETRY_MS = 500

export function encodeProgress({
  position,
  chainBlock,
  atHeadAgeMs,
  block,
}: IndexProgress): string {
  return JSON.stringify({ position, chainBlock, atHeadAgeMs, block })
}

/** Returns null when the text is no progress. */
export function decodeProgress(text: string): IndexProgress | null {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

type FollowProgressDeps = { nats: Nats; channel: Channel; log: Logger }

/** Calls `onProgress` with what the leader of the index reports, until `signal` aborts. */
export async function followProgress(
  { nats, channel, log }: FollowProgressDeps,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const connection = await nats.connection()
      const messages = connection.subscribe(channel.progressSubject)
      using _ = unsubscribeOn(signal, () => messages.unsubscribe())
      for await (const message of messages) {
        const progress = decodeProgress(message.string())
        if (progress !== null) onProgress(progress)
      }
    } catch (error) {
      log.debug({ error: errorSummary(error) }, 'progress of the index not received, retrying')
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
  }
}

function unsubscribeOn(signal: AbortSignal, unsubscribe: () => void): Disposable {
  if (signal.aborted) unsubscribe()
  signal.addEventListener('abort', unsubscribe, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', unsubscribe) }
}
