import { toError } from '../peer/awaited-responses.ts'
import { isErrorObject } from '../protocol/payloads.ts'
import { isAnything, objectOf, optional, type ShapeOf } from '../shape.ts'

/** Response of a wallet, kept until a page has carried it out. */
export const isStoredOutcome = objectOf({ result: isAnything, error: optional(isErrorObject) })

/** Returns it as if the wallet responded now. */
export function toPromise({ result, error }: ShapeOf<typeof isStoredOutcome>): Promise<unknown> {
  return error === undefined ? Promise.resolve(result) : Promise.reject(toError(error))
}
