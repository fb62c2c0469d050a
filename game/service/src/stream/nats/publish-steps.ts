import { setTimeout as sleep } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { ListenForChanges } from '../../db/share-changes.ts'
import { followJournal } from '../postgres/follow-journal.ts'
import type { Journal } from '../postgres/journal.ts'
import type { IndexProgress } from '../step-source.ts'
import { decodeStep, encodeStep } from './envelope.ts'
import { type Channel, deleteSteps, lastStep, type Nats, openStream, publishStep } from './nats.ts'
import { encodeProgress } from './progress.ts'

export type PublishDeps = {
  nats: Nats
  channel: Channel
  journal: Journal
  newestPosition: () => Promise<number>
  /** False when the change is too old, or lost. */
  hasChange: (position: number) => Promise<boolean>
  /** Reads how far the index is; null before it has begun. */
  readProgress: () => Promise<IndexProgress | null>
  listen: ListenForChanges
  log: Logger
}

/** Processes that receive nothing for longer read the journal by themselves. */
export const ALIVE_MS = 1_000

/** A step that takes longer hangs: other processes must not take this one for alive. */
const STUCK_MS = 2_000

/** Room for headers in the largest message of the server. */
const HEADER_BYTES = 1_024

/** Publishes each step of the journal, for all processes, until `signal` aborts. One process of many does so. */
export async function publishSteps(deps: PublishDeps, signal: AbortSignal): Promise<void> {
  const { nats, channel, journal, listen, log } = deps
  /** Null until the stream is open, and again after a failure. */
  let position: number | null = null
  /** Start of the step that runs; null between steps. */
  let startedAtMs: number | null = null
  const step = async () => {
    startedAtMs = performance.now()
    try {
      const connection = await nats.connection()
      position ??= await openAt(deps, connection)
      const next = await journal.read({ since: position })
      if (next.position !== position) {
        const text = encodeStep(next, (connection.info?.max_payload ?? 0) - HEADER_BYTES)
        await publishStep(connection, channel, { position: next.position, text })
      }
      position = next.position
      await publishProgress(deps, connection)
      return position
    } catch (error) {
      position = null
      throw error
    } finally {
      startedAtMs = null
    }
  }
  const beat = async () => {
    while (!signal.aborted) {
      const isStuck = startedAtMs !== null && performance.now() - startedAtMs > STUCK_MS
      if (position !== null && !isStuck) {
        const connection = await nats.connection().catch(() => null)
        if (connection?.isClosed() === false) {
          connection.publish(channel.aliveSubject, `${position}`)
          await publishProgress(deps, connection).catch(() => undefined)
        }
      }
      await sleep(ALIVE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all([followJournal({ listen, step, log }, signal), beat()])
}

/** Reports how far the index is, so that no process has to read it. */
async function publishProgress(
  { channel, readProgress }: PublishDeps,
  connection: NatsConnection,
): Promise<void> {
  const progress = await readProgress()
  if (progress === null || connection.isClosed()) return
  connection.publish(channel.progressSubject, encodeProgress(progress))
}

/** Opens the stream. Returns the position from which to continue it. */
async function openAt(
  { nats, channel, newestPosition, hasChange }: PublishDeps,
  connection: NatsConnection,
): Promise<number> {
  await openStream(connection, channel, nats.copies)
  const text = await lastStep(connection, channel)
  if (text === null) return await newestPosition()
  const last = decodeStep(text)
  if (last !== null && (await hasChange(last.position))) return last.position
  // The steps are of another version, or of changes that a restored database has lost: the next step is then a reset.
  await deleteSteps(connection, channel)
  return last?.position ?? (await newestPosition())
}
