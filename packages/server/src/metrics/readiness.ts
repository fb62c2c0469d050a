import { setTimeout as sleep } from 'node:timers/promises'

/** Says whether one part of the service works now; throwing is a no. */
export type Probe = () => boolean | Promise<boolean>

export type ComponentState = 'up' | 'down'

const PROBE_LIMIT_MS = 2_000

/** Asks every part at once; one that does not answer in time is down. */
export async function probeAll(
  probes: Readonly<Record<string, Probe>>,
  limitMs = PROBE_LIMIT_MS,
): Promise<Record<string, ComponentState>> {
  const states = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      const isUp = await Promise.race([answer(probe), sleep(limitMs, false, { ref: false })])
      return [name, isUp ? 'up' : 'down'] as const
    }),
  )
  return Object.fromEntries(states)
}

async function answer(probe: Probe): Promise<boolean> {
  try {
    return await probe()
  } catch {
    return false
  }
}

/** Remembers when something was last heard of. */
export class LastSeen {
  #atMs: number | null = null

  mark(nowMs: number): void {
    this.#atMs = nowMs
  }

  isWithin(limitMs: number, nowMs: number): boolean {
    return this.#atMs !== null && nowMs - this.#atMs < limitMs
  }
}
