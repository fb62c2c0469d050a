import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { plainText } from '@bullring/wire/text/plain-text'

/** Epochs start at 1. Longer numbers do not fit the contract's types. */
const EPOCH = /^[1-9]\d{0,17}$/

/** Parses an epoch; null if the text is no valid integer. */
export function parseEpoch(text: string): Epoch | null {
  const digits = plainText(text).trim()
  return EPOCH.test(digits) ? toEpoch(BigInt(digits)) : null
}

/** Formats epochs as "#12, #14". */
export function formatEpochs(epochs: readonly Epoch[]): string {
  return epochs.map((epoch) => `#${epoch}`).join(', ')
}
