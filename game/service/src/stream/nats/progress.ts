import { toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { IndexProgress } from '../step-source.ts'
import { followSubject } from './follow-subject.ts'
import type { Channel, Nats } from './nats.ts'

const Whole = z.int().nonnegative()

/** Nodes whose version cannot parse it ignore it, and read the database. */
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
function decodeProgress(text: string): IndexProgress | null {
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
