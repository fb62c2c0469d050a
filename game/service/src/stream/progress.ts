import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import * as z from 'zod'
import { followSubject } from './follow-subject.ts'
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
export function followProgress(
  { nats, channel, log }: FollowProgressDeps,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const onText = (text: string) => {
    const progress = decodeProgress(text)
    if (progress !== null) onProgress(progress)
  }
  return followSubject({ nats, subject: channel.progressSubject, log }, onText, signal)
}
