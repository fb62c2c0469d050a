import { findJournalId, hasChange, newestPosition } from '../postgres/stream.queries.ts'
import type { OpenSteps } from '../step-source.ts'
import { followSteps } from './follow-steps.ts'
import { channelOf, type Nats, openNats } from './nats.ts'
import { followProgress } from './progress.ts'
import { publishSteps } from './publish-steps.ts'

/**
 * Steps that the leader of the index reads once and publishes for all processes (ADR 36).
 *
 * @param servers - URLs of a cluster.
 * @param onDisconnect - Called when an open connection breaks.
 */
export function openNatsSteps(
  servers: readonly string[],
  onDisconnect: () => void,
): { open: OpenSteps; close: () => Promise<void> } {
  const nats = openNats(servers, onDisconnect)
  return { open: natsSteps(nats), close: nats.close }
}

/** Opens the steps of each market on one connection. */
export function natsSteps(nats: Nats): OpenSteps {
  return async ({ chainId, symbol, db, journal, written, readProgress, listen, log, metrics }) => {
    const channel = channelOf(chainId, symbol, await findJournalId(db))
    const shared = { nats, channel, listen, log }
    const publishDeps = {
      ...shared,
      readProgress,
      journal: written.journal,
      newestPosition: () => newestPosition(written.db),
      hasChange: (position: number) => hasChange(written.db, position),
    }
    return {
      follow: (sink, signal) => followSteps({ ...shared, journal, metrics }, sink, signal),
      publish: (signal) => publishSteps(publishDeps, signal),
      followProgress: (onProgress, signal) => followProgress(shared, onProgress, signal),
    }
  }
}
