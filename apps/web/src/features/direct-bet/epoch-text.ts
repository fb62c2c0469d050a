import { type Epoch, toEpoch } from '@bullring/prediction/units'

/** Rounds are counted from 1. Longer numbers do not fit the contract's types. */
const EPOCH = /^[1-9]\d{0,17}$/

/** Epoch of a text; null when it is not a valid integer. */
export function parseEpoch(text: string): Epoch | null {
  const digits = text.trim()
  return EPOCH.test(digits) ? toEpoch(BigInt(digits)) : null
}

/** "#12, #14". */
export function formatEpochs(epochs: readonly Epoch[]): string {
  return epochs.map((epoch) => `#${epoch}`).join(', ')
}
