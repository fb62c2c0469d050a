import { setTimeout as sleep } from 'node:timers/promises'
import { StackError } from '../errors.ts'
import { endingOf, logOf, readUnit, systemctl } from './unit.ts'

/** Unit that serves the URL. */
const PRODUCT = 'bullring'
/** The keeper needs nothing of the others, and stops first and starts last. */
const UNITS = [PRODUCT, 'bullring-keeper']
/** Packages are installed, but migrations may move many rows. */
const READY_TIMEOUT_MS = 15 * 60_000
const REQUEST_TIMEOUT_MS = 5_000
const POLL_MS = 500

/** The units of an installation that run. */
export type Services = {
  stop: () => Promise<void>
  /** Starts what ran before. Returns null once the product is ready, or a sentence about why it is not. */
  start: () => Promise<string | null>
}

/**
 * Finds the units of this machine that run.
 *
 * @param url - Of the product, at its listen address.
 * @throws {StackError} when the product does not run as a unit of systemd.
 */
export async function runningServices(
  url: string,
  readyTimeoutMs = READY_TIMEOUT_MS,
): Promise<Services> {
  const units: string[] = []
  for (const unit of UNITS) if (await isActive(unit)) units.push(unit)
  if (!units.includes(PRODUCT))
    throw new StackError('The unit bullring does not run: an upgrade stops and starts it.')
  return {
    stop: async () => {
      for (const unit of units.toReversed()) await systemctl('stop', unit)
    },
    start: async () => {
      try {
        for (const unit of units) await systemctl('start', unit)
      } catch (error) {
        return (error as Error).message.trim()
      }
      return await untilReady(url, readyTimeoutMs)
    },
  }
}

async function isActive(unit: string): Promise<boolean> {
  return await systemctl('is-active', '--quiet', unit).then(
    () => true,
    () => false,
  )
}

/** Waits until the product is ready, or has ended. A long migration may take the whole time. */
async function untilReady(url: string, limitMs: number): Promise<string | null> {
  const deadline = Date.now() + limitMs
  let first: string | null = null
  while (Date.now() < deadline) {
    const unit = await readUnit(PRODUCT)
    if (await isReady(url)) return null
    if (unit !== null) {
      first ??= unit.InvocationID
      const ending = endingOf(unit, first)
      if (ending !== null) return `The unit ${PRODUCT} ${ending}; ${await logOf(PRODUCT, unit)}`
    }
    await sleep(POLL_MS)
  }
  return `It was not ready after ${limitMs / 60_000} minutes: read the log (journalctl -u ${PRODUCT}).`
}

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const response = await fetch(`${url}/readyz`, { signal }).catch(() => null)
  await response?.body?.cancel()
  return response?.ok === true
}
