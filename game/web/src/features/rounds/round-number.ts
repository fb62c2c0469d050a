import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { plainText } from '@bullring/wire/text/plain-text'

/** A round number, with at most as many digits as the API accepts. */
const NUMBER = /^[1-9]\d{0,14}$/

/** Name of the query parameter that opens a round: `/?round=123`. */
const ROUND_PARAMETER = 'round'

/** Returns the round named in the address of the page; null when it names none. */
export function roundInAddress(): string | null {
  return new URLSearchParams(window.location.search).get(ROUND_PARAMETER)
}

/** Returns the round that `text` names; null when it is no round number. */
export function parseRoundNumber(text: string): Epoch | null {
  const number = plainText(text).trim()
  return NUMBER.test(number) ? toEpoch(BigInt(number)) : null
}

/** Returns the query that opens a round. */
export function roundQuery(number: string): string {
  return new URLSearchParams({ [ROUND_PARAMETER]: number }).toString()
}
