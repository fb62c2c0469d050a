import type { IndexHead } from '../../indexer/index-head.ts'
import type { RoundClock } from '../../market/round-rules.ts'
import type { LiveStream } from '../../stream/live-stream.ts'

type IndexVersionsDeps = {
  /** Id of the newest change that reads have. */
  position: () => number
  clock: Pick<RoundClock, 'phaseKey'>
  head: IndexHead
  live: Pick<LiveStream, 'position' | 'settledPosition'>
}

/** Versions of what reads return; null while nothing may be cached. */
export type IndexVersions = {
  /** Changes at each block, with each live event, and when a round changes state by time. */
  newest: () => string | null
  /** Changes when a round is settled or opens. */
  settled: () => string | null
}

/**
 * Creates the versions of reads whose market is not known yet: they change with the version of any market. All markets
 * follow the same blocks.
 */
export function combineVersions(open: () => readonly { versions: IndexVersions }[]): IndexVersions {
  const combined = (name: keyof IndexVersions) => () => {
    let all: string | null = null
    for (const { versions } of open()) {
      const version = versions[name]()
      if (version !== null) all = all === null ? version : `${all}\n${version}`
    }
    return all
  }
  return { newest: combined('newest'), settled: combined('settled') }
}

/** Creates the versions that caches of index reads depend on. */
export function indexVersions({ clock, head, live, position }: IndexVersionsDeps): IndexVersions {
  const phase = () => clock.phaseKey(head.now(Date.now()))
  return {
    newest: () => {
      if (!head.hasReached) return null
      const { number, timestamp } = head.newestBlock ?? {}
      return `${live.position()} ${position()} ${number} ${timestamp} ${phase()}`
    },
    settled: () => {
      // Events may be ahead of a replica, which until then returns data from before the settlement.
      const isRead = position() >= live.settledPosition()
      return head.hasReached && isRead ? `${live.settledPosition()} ${phase()}` : null
    },
  }
}
