import * as z from 'zod'
import { wholeNumber } from './config/env-fields.ts'
import { parseEnv } from './config/parse-env.ts'

const DrainEnv = z.object({
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
})

let isEnding = false

/** Returns whether this process will stop soon: load balancers must not choose it. */
export function isDraining(): boolean {
  return isEnding
}

/** Makes /readyz respond with 503 from now on; everything else continues. */
export function startDraining(): void {
  isEnding = true
}

/**
 * Returns how long to continue after a request to stop, in milliseconds.
 *
 * @throws {InvalidConfigError}
 */
export function parseDrainMs(env: Readonly<Record<string, string | undefined>>): number {
  return parseEnv(DrainEnv, env).DRAIN_SECONDS * 1_000
}
