import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { OracleReader } from '../../chain/oracle-reader.ts'
import { firstIdOf, phaseOf } from '../../chain/oracle-reader.ts'

/** The API returns at most this many prices, so older ones are never read. */
const MAX_ROUNDS = 500n

/**
 * Reads the oracle's rounds after `knownId`: at most the newest 500, and only of the current phase.
 *
 * @param knownId - Newest round in the index, null for none.
 */
export async function readOracleRounds(
  oracle: OracleReader,
  knownId: bigint | null,
): Promise<OracleRound[]> {
  const latestId = await oracle.latestId()
  if (latestId === knownId) return []
  const firstOfPhase = firstIdOf(phaseOf(latestId))
  const afterKnown = (knownId ?? 0n) + 1n
  const afterLimit = latestId - MAX_ROUNDS + 1n
  const first = [firstOfPhase, afterKnown, afterLimit].reduce((a, b) => (a > b ? a : b))
  const ids: bigint[] = []
  for (let id = first; id <= latestId; id += 1n) ids.push(id)
  const rounds = await Promise.all(ids.map((id) => oracle.roundById(id)))
  return rounds.flatMap((round) => (round !== null && round.price > 0n ? [round] : []))
}
