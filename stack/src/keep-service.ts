import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './processes/child.ts'
import { type RunningService, type ServiceOptions, startService } from './start-service.ts'

/** Pause before a service is started again; it doubles with each process that did not last. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** A process that ran for so long did not fail by its start. */
const LASTING_MS = 60_000

/** Takes a sentence for the operator. */
type Note = (text: string) => void

/**
 * Starts a service, and starts it again at the same address whenever it ends by itself; the other services run on.
 *
 * @throws {StackError} when the first start fails.
 */
export async function keepService(options: ServiceOptions, note: Note): Promise<RunningService> {
  const stopping = new AbortController()
  const first = await startService(options)
  const env = { ...options.env, PORT: new URL(first.url).port }
  const kept = keepRunning(first.child, { ...options, env, signal: stopping.signal }, note)
  return {
    url: first.url,
    stop: async () => {
      stopping.abort()
      await kept
    },
  }
}

async function keepRunning(
  first: Child,
  options: ServiceOptions & { signal: AbortSignal },
  note: Note,
): Promise<void> {
  const { signal } = options
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  let child = first
  let pauseMs = FIRST_PAUSE_MS
  while (true) {
    const startedAtMs = performance.now()
    const ending = await Promise.race([child.exited, stopped])
    if (ending === null) return await child.stop()
    if (performance.now() - startedAtMs > LASTING_MS) pauseMs = FIRST_PAUSE_MS
    note(`${ending}; starting it again in ${pauseMs / 1_000} s`)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    child = (await startAgain(options, note)) ?? child
  }
}

/** Null when it does not start. */
async function startAgain(options: ServiceOptions, note: Note): Promise<Child | null> {
  try {
    return (await startService(options)).child
  } catch (error) {
    if (options.signal?.aborted !== true) note(error instanceof Error ? error.message : `${error}`)
    return null
  }
}
