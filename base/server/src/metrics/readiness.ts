import { setTimeout as sleep } from 'node:timers/promises'

/** Returns whether a component works now. Throwing counts as no. */
export type Probe = () => boolean | Promise<boolean>

export type ComponentState = 'up' | 'down'

const PROBE_LIMIT_MS = 2_000

/** Runs all probes at once. A component whose probe takes too long is down. */
export async function probeAll(
  probes: Readonly<Record<string, Probe>>,
  limitMs = PROBE_LIMIT_MS,
): Promise<Record<string, ComponentState>> {
  const states = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      const isWorking = await Promise.race([isUp(probe), sleep(limitMs, false, { ref: false })])
      return [name, isWorking ? 'up' : 'down'] as const
    }),
  )
  return Object.fromEntries(states)
}

async function isUp(probe: Probe): Promise<boolean> {
  try {
    return await probe()
  } catch {
    return false
  }
}

/** Remembers when a component last worked. */
export class LastSeen {
  #atMs: number | null = null

  mark(nowMs: number): void {
    this.#atMs = nowMs
  }

  isWithin(limitMs: number, nowMs: number): boolean {
    return this.#atMs !== null && nowMs - this.#atMs < limitMs
  }
}
