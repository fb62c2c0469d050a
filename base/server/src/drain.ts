import { parseSettings, type Settings } from './config/define-settings.ts'
import { wholeNumber } from './config/env-fields.ts'

/** Settings of each service, for when it stops. */
export const DRAIN_SETTINGS = {
  DRAIN_SECONDS: {
    kind: wholeNumber(0, 300).default(0),
    text: 'how long a service continues after SIGTERM, 0 to 300; see [stopping](#stopping)',
  },
} as const satisfies Settings

let isEnding = false

/** Returns whether this process will stop soon: load balancers must not choose it. */
export function isDraining(): boolean {
  return isEnding
}

/** Makes /readyz respond with 503 from now on. Everything else continues. */
export function startDraining(): void {
  isEnding = true
}

/**
 * Returns the time to continue after a request to stop, in milliseconds.
 *
 * @throws {InvalidConfigError}
 */
export function parseDrainMs(env: Readonly<Record<string, string | undefined>>): number {
  return parseSettings(DRAIN_SETTINGS, env).DRAIN_SECONDS * 1_000
}
