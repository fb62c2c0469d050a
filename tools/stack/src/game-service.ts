import { join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from './errors.ts'
import { type Child, startChild } from './processes/child.ts'
import { repositoryRoot } from './repository-root.ts'

export type GameServiceOptions = {
  /** GAME_* variables; docs/configuration.md explains each. */
  env: Readonly<Record<string, string>>
  onLine?: (line: string) => void
  signal?: AbortSignal
}

const READY_TIMEOUT_MS = 120_000
const Ready = z.object({ kind: z.literal('ready') })

/**
 * Starts the game service as a process of its own and waits until it has caught up with the chain.
 *
 * @throws {StackError} with its last words when it ends or takes too long instead.
 */
export async function startGameService({
  env,
  onLine,
  signal,
}: GameServiceOptions): Promise<Child> {
  const child = startChild({
    name: 'The game service',
    command: process.execPath,
    args: [join(repositoryRoot, 'services/game/src/bin/game.ts')],
    env,
    withIpc: true,
    ...(onLine && { onLine }),
  })
  try {
    await untilReady(child, signal)
    return child
  } catch (error) {
    await child.stop()
    throw error
  }
}

async function untilReady(child: Child, signal: AbortSignal | undefined): Promise<void> {
  const ready = new Promise<'ready'>((resolve) => {
    child.process.on('message', (message) => {
      if (z.safeParse(Ready, message).success) resolve('ready')
    })
  })
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS)
  const limit = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const stopped = new Promise<'stopped'>((resolve) => {
    limit.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  const outcome = await Promise.race([ready, child.exited, stopped])
  if (outcome === 'ready') return
  if (outcome === 'stopped') throw new StackError('The game service was not ready in time')
  throw new StackError(`${outcome}. ${child.lastWords()}`)
}
