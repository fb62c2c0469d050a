import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StackError } from '../errors.ts'

const run = promisify(execFile)

/** The keeper needs nothing of the others, and stops first and starts last. */
const UNITS = ['bullring', 'bullring-keeper']
const COMMAND_TIMEOUT_MS = 120_000
/** Packages are installed, but migrations may move many rows. */
const READY_TIMEOUT_MS = 15 * 60_000
const REQUEST_TIMEOUT_MS = 5_000
const POLL_MS = 500

/** The units of an installation that run. */
export type Services = {
  stop: () => Promise<void>
  /** Starts what ran before, and says whether the product became ready. */
  start: () => Promise<boolean>
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
  if (!units.includes('bullring'))
    throw new StackError('The unit bullring does not run: an upgrade stops and starts it.')
  return {
    stop: async () => {
      for (const unit of units.toReversed()) await systemctl('stop', unit)
    },
    start: async () => {
      try {
        for (const unit of units) await systemctl('start', unit)
      } catch {
        return false
      }
      return await becomesReady(url, readyTimeoutMs)
    },
  }
}

async function isActive(unit: string): Promise<boolean> {
  return await systemctl('is-active', '--quiet', unit).then(
    () => true,
    () => false,
  )
}

async function systemctl(...args: readonly string[]): Promise<void> {
  await run('systemctl', args, { timeout: COMMAND_TIMEOUT_MS })
}

async function becomesReady(url: string, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const response = await fetch(`${url}/readyz`, { signal }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return true
    await sleep(POLL_MS)
  }
  return false
}
