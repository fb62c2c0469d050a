import { join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from './errors.ts'
import { type Child, startChild } from './processes/child.ts'
import { repositoryRoot } from './repository-root.ts'

/** The services, by workspace. */
const SERVICES = {
  game: { title: 'game service', program: 'services/game/src/bin/game.ts' },
  wallet: { title: 'wallet service', program: 'services/wallet/src/bin/wallet.ts' },
} as const

export type ServiceOptions = {
  service: keyof typeof SERVICES
  /** GAME_* or WALLET_* variables; docs/configuration.md explains each. */
  env: Readonly<Record<string, string>>
  onLine?: (line: string) => void
  signal?: AbortSignal
}

/** A running service that is ready. */
export type Service = { child: Child; url: string }

const READY_TIMEOUT_MS = 120_000
const Ready = z.object({ kind: z.literal('ready'), url: z.string() })

/**
 * Starts a service as a child process and waits until it is ready.
 *
 * @throws {StackError} with its last output when it exits or is not ready in time.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { service, env, onLine, signal } = options
  const { title, program } = SERVICES[service]
  const child = startChild({
    name: `The ${title}`,
    command: process.execPath,
    args: [join(repositoryRoot, program)],
    env,
    withIpc: true,
    ...(onLine && { onLine }),
  })
  try {
    return { child, url: await untilReady(child, title, signal) }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** @returns The URL of the service. */
async function untilReady(
  child: Child,
  title: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const ready = new Promise<{ url: string }>((resolve) => {
    child.process.on('message', (message) => {
      const parsed = z.safeParse(Ready, message)
      if (parsed.success) resolve(parsed.data)
    })
  })
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS)
  const limit = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const stopped = new Promise<null>((resolve) => {
    limit.addEventListener('abort', () => resolve(null), { once: true })
  })
  const outcome = await Promise.race([ready, child.exited, stopped])
  if (outcome === null)
    throw new StackError(`The ${title} did not become ready in time. ${child.lastOutput()}`)
  if (typeof outcome === 'string')
    throw new StackError(`${outcome} before it was ready. ${child.lastOutput()}`)
  return outcome.url
}
