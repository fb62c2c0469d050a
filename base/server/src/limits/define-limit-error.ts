import type { ErrorCode } from '@bullring/errors/base-error'
import { defineHttpError } from '../http/errors/http-error.ts'

/** Up to here a wait is named in seconds: wallet modals count the cooldown of a mail down. */
const NAMED_IN_SECONDS_S = 120
const HOUR_S = 3_600

/**
 * Declares the error of a limit that is used up. It is created with the seconds until there is room again.
 *
 * @param definition - `text` goes before the sentence that names the wait.
 */
export function defineLimitError({
  name,
  code,
  text,
}: {
  name: string
  code: ErrorCode
  text?: string
}) {
  return defineHttpError({
    name,
    code,
    status: 429,
    isRetryable: true,
    message: (seconds: number) =>
      [...(text === undefined ? [] : [text]), `Please try again after ${waitText(seconds)}`].join(
        ' ',
      ),
    headers: (seconds) => ({ 'retry-after': String(seconds) }),
  })
}

/** Rounded up: an earlier attempt would fail. */
function waitText(seconds: number): string {
  if (seconds < NAMED_IN_SECONDS_S) return count(seconds, 'second')
  if (seconds < 2 * HOUR_S) return count(Math.ceil(seconds / 60), 'minute')
  return count(Math.ceil(seconds / HOUR_S), 'hour')
}

/** Always with an `s`: the wallet modals that show the cooldown look for `seconds`. */
function count(amount: number, unit: string): string {
  return `${amount} ${unit}s`
}
