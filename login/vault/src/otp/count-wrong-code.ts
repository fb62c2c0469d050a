/** The wrong codes that were entered instead of one mailed code. */
export type WrongCodes = {
  /** Hashes of the distinct wrong codes, in the order of their entry. */
  hashes: readonly Buffer[]
  tries: number
  /** Codes of the current try after its first. */
  corrections: number
}

/** Tries per mailed code. */
export const MAX_TRIES = 5

/** Distinct wrong codes per mailed code, whatever the number of tries. */
const MAX_WRONG_CODES = 20

/** Retyping a code submits five mixtures before the last digit. */
const MAX_CORRECTIONS = 5

/** Returns whether no further code may be entered. */
export function isLocked({ hashes, tries }: WrongCodes): boolean {
  return tries >= MAX_TRIES || hashes.length >= MAX_WRONG_CODES
}

/**
 * Counts a wrong code. Wallet modals keep the digits of a wrong code and submit again with each digit that is changed, so
 * a code that differs from the last one in a single digit belongs to the same try. The same code again counts nothing.
 *
 * @param hashOf - Hashes a code as the mailed one is.
 */
export function countWrongCode(
  before: WrongCodes,
  code: string,
  hashOf: (code: string) => Buffer,
): WrongCodes {
  const hash = hashOf(code)
  if (before.hashes.some((each) => each.equals(hash))) return before
  const hashes = [...before.hashes, hash]
  const last = before.hashes.at(-1)
  const isCorrection =
    last !== undefined &&
    before.corrections < MAX_CORRECTIONS &&
    neighboursOf(code).some((each) => hashOf(each).equals(last))
  return isCorrection
    ? { hashes, tries: before.tries, corrections: before.corrections + 1 }
    : { hashes, tries: before.tries + 1, corrections: 0 }
}

/** Returns the codes that differ in one digit. */
function neighboursOf(code: string): string[] {
  return Array.from(code).flatMap((own, index) =>
    Array.from('0123456789')
      .filter((digit) => digit !== own)
      .map((digit) => code.slice(0, index) + digit + code.slice(index + 1)),
  )
}
