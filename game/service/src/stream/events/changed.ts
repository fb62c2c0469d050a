import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Change } from './to-events.ts'

/** Changes of the index by a step. */
export type Changed = {
  /** Accounts whose bets or claims changed: addresses of 20 bytes, one after the other. */
  accounts: Buffer
  /** Rounds of which a fact changed. */
  epochs: readonly Epoch[]
  /** Ids of new answers of the oracle. */
  answers: readonly bigint[]
}

/** Summarizes changes; null where anything may have changed. */
export function toChanged(changes: readonly Change[]): Changed | null {
  // The change of a round may stand for more bets than the journal lists.
  if (changes.some(({ kind }) => kind === 'reset' || kind === 'round')) return null
  return {
    accounts: Buffer.concat(changes.flatMap((row) => ('accounts' in row ? row.accounts : []))),
    epochs: [...new Set(changes.flatMap(epochsOf))],
    answers: changes.flatMap((change) => ('oracleRoundId' in change ? change.oracleRoundId : [])),
  }
}

/** A claim changes no round. A strike closes one round and locks the next; a start ends the bets of the one before. */
function epochsOf(change: Change): Epoch[] {
  if (change.kind === 'bet') return [change.epoch]
  const isShared = change.kind === 'strike' || change.kind === 'start'
  return isShared ? [toEpoch(change.epoch - 1n), change.epoch] : []
}
