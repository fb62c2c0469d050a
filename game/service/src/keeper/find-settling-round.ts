import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { OracleReader } from '../chain/oracle-reader.ts'
import { firstIdOf, phaseOf } from '../chain/oracle-reader.ts'

/** Result of the search for a strike's oracle round. */
export type SettlingRound =
  | { kind: 'found'; id: bigint; answeredAt: UnixSeconds }
  /** The oracle has not answered since the strike time: retry later. */
  | { kind: 'unanswered' }
  /** The first answer cannot be proven to be the first: the contract refunds after the window. */
  | { kind: 'unprovable' }

/**
 * Finds the oracle round that settles the strike due at `strikeTime`: the first with `updatedAt >= strikeTime`, with
 * a round before it in the same phase to prove it, and older than every round of later phases.
 *
 * Searches back from the newest round in growing steps, then bisects: a recent strike costs two or
 * three reads, any other about twice the logarithm of its distance.
 */
export async function findSettlingRound(
  oracle: OracleReader,
  strikeTime: UnixSeconds,
): Promise<SettlingRound> {
  const latestId = await oracle.latestId()
  const latest = await oracle.roundById(latestId)
  if (latest !== null && latest.updatedAt < strikeTime) return { kind: 'unanswered' }

  // A later phase takes over with its first round; later rounds of an older phase do not count.
  let takeover: OracleRound | null = null
  for (let phase = phaseOf(latestId); phase >= 0n; phase -= 1n) {
    const first = await oracle.roundById(firstIdOf(phase))
    if (first === null) {
      // A phase without a round cannot prove anything, and hides what came before it.
      return { kind: phase === phaseOf(latestId) ? 'unanswered' : 'unprovable' }
    }
    if (first.updatedAt < strikeTime) {
      const newest = takeover === null ? latest : await newestOfPhase(oracle, first)
      return settlingRoundOf(oracle, { first, newest, takeover, strikeTime })
    }
    takeover = earlierOf(takeover, first)
  }
  return { kind: 'unprovable' }
}

function earlierOf(a: OracleRound | null, b: OracleRound): OracleRound {
  return a === null || b.updatedAt < a.updatedAt ? b : a
}

/**
 * Picks the settling round of one phase.
 *
 * @param search.first - A round of the phase before `strikeTime`.
 */
async function settlingRoundOf(
  oracle: OracleReader,
  search: {
    first: OracleRound
    newest: OracleRound | null
    takeover: OracleRound | null
    strikeTime: UnixSeconds
  },
): Promise<SettlingRound> {
  const { first, newest, takeover, strikeTime } = search
  if (newest === null || newest.updatedAt < strikeTime) return { kind: 'unprovable' }
  const round = await firstSince(oracle, first, newest, strikeTime)
  if (takeover !== null && takeover.updatedAt <= round.updatedAt) return { kind: 'unprovable' }
  return { kind: 'found', id: round.id, answeredAt: round.updatedAt }
}

/** Finds the first round of a phase at or after `strikeTime`, given one before and one at or after it. */
async function firstSince(
  oracle: OracleReader,
  before: OracleRound,
  after: OracleRound,
  strikeTime: UnixSeconds,
): Promise<OracleRound> {
  let low = before.id
  let high = after
  let step = 1n
  while (high.id - low > 1n) {
    const back = high.id - step
    const isGalloping = back > low
    const middle = isGalloping ? back : (low + high.id) / 2n
    const round = await oracle.roundById(middle)
    if (round !== null && round.updatedAt >= strikeTime) {
      high = round
      step *= 2n
    } else {
      low = middle
      step = high.id - low
    }
  }
  return high
}

/** Finds the last round of a finished phase: doubles the step until there is no round, then halves it. */
async function newestOfPhase(oracle: OracleReader, first: OracleRound): Promise<OracleRound> {
  let newest = first
  let step = 1n
  let missing: bigint | null = null
  while (missing === null || missing - newest.id > 1n) {
    const id: bigint = missing === null ? newest.id + step : (newest.id + missing) / 2n
    const round = await oracle.roundById(id)
    if (round === null) missing = id
    else newest = round
    step *= 2n
  }
  return newest
}
