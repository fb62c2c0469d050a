import type { Epoch } from '@bullring/prediction/units'

/**
 * Keys of everything known about rounds. The cards read `byEpoch` only, whatever call an answer came
 * from: a round keeps its data when it moves from one card to the next.
 */
export const roundKeys = {
  all: ['rounds'] as const,
  currentEpoch: ['rounds', 'current-epoch'] as const,
  next: ['rounds', 'next'] as const,
  live: ['rounds', 'live'] as const,
  anyExpired: ['rounds', 'expired'] as const,
  expired: (epoch: Epoch) => ['rounds', 'expired', epoch.toString()] as const,
  byEpoch: (epoch: Epoch) => ['rounds', 'by-epoch', epoch.toString()] as const,
}
