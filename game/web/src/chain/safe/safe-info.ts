import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { sleep } from '#browser/sleep.ts'
import type { CallSafe } from './call-safe.ts'

const SafeInfo = z.object({
  safeAddress: AddressField,
  chainId: z.int(),
  /** Number of owners that must confirm. */
  threshold: z.int().check(z.positive()),
})
export type SafeInfo = z.infer<typeof SafeInfo>

/** Safe listens only once its page has rendered. */
const ATTEMPTS = 10
const ATTEMPT_MS = 1_000

/** Reads which account Safe has opened the page with: it stays the same while the page is open. */
export async function readSafeInfo(call: CallSafe): Promise<SafeInfo> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const data = await call('getSafeInfo', undefined, AbortSignal.timeout(ATTEMPT_MS))
      return z.parse(SafeInfo, data)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(ATTEMPT_MS / 10)
    }
  }
}
