import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import type { Finding } from './doctor/finding.ts'
import { StackError } from './errors.ts'
import { nodeOptionsOf } from './node-options.ts'
import { type Child, startChild } from './processes/child.ts'
import { type BackupFigures, reportBackups } from './processes/report-backups.ts'
import { repositoryRoot } from './repository-root.ts'

type Program = { title: string; program: string }

/** The services, by workspace. */
const SERVICES = {
  game: { title: 'game service', program: 'game/service/src/bin/game.ts' },
  wallet: { title: 'wallet service', program: 'wallet/service/src/bin/wallet.ts' },
  vault: { title: 'vault', program: 'login/vault/src/bin/vault.ts' },
  relay: { title: 'relay', program: 'walletconnect/relay/src/bin/relay.ts' },
  bundler: { title: 'bundler', program: 'accounts/bundler/src/bin/bundler.ts' },
  custody: { title: 'custody service', program: 'login/custody/src/bin/custody.ts' },
} as const satisfies Record<string, Program>

/** Absolute paths of the programs of all services. */
export const SERVICE_PROGRAMS = Object.values(SERVICES).map(({ program }) =>
  join(repositoryRoot, program),
)

export type ServiceOptions = {
  service: keyof typeof SERVICES
  /** Variables of the service; docs/configuration.md explains each. */
  env: Readonly<Record<string, string>>
  onLine?: (line: string) => void
  /** Called with each process as soon as it exists. */
  onSpawn?: (pid: number, program: string) => Promise<void>
  /** Called with how far a long start is. */
  onProgress?: (text: string) => void
  /** Examines the installation when the service asks; without it, no one can. */
  onDoctor?: () => Promise<readonly Finding[]>
  /** Figures of the backups, which the service shows among its metrics. */
  backups?: () => Promise<BackupFigures | null>
  signal?: AbortSignal
}

/** A running service that is ready. */
export type Service = { child: Child; url: string }

/** A service that is ready, and what stops it. */
export type RunningService = { url: string; stop: () => Promise<void> }

/** Limit without progress: a service that reads a long history reports it every few seconds. */
const PROGRESS_TIMEOUT_MS = 120_000

const Message = z.union([
  z.object({ kind: z.literal('ready'), url: z.string() }),
  z.object({ kind: z.literal('progress'), text: z.string() }),
  z.object({ kind: z.literal('doctor') }),
])

/**
 * Starts a service as a child process and waits until it is ready.
 *
 * @throws {StackError} with its last output when it exits or stops making progress.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { service, env, onLine, onSpawn } = options
  const { title, program } = SERVICES[service]
  const child = startChild({
    name: `The ${title}`,
    command: process.execPath,
    args: [...nodeOptionsOf(service, env), join(repositoryRoot, program)],
    env,
    withIpc: true,
    ...(onLine && { onLine }),
  })
  answerDoctor(child, options)
  if (options.backups) reportBackups(child.process, options.backups)
  try {
    const [url] = await Promise.all([
      untilReady(child, title, options),
      onSpawn?.(child.pid, basename(program)),
    ])
    return { child, url }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** Answers a service that asks for the state of the installation, with null where no one can tell. */
function answerDoctor({ process: service }: Child, { onDoctor }: ServiceOptions): void {
  service.on('message', async (data) => {
    if (z.safeParse(Message, data).data?.kind !== 'doctor') return
    const findings = (await onDoctor?.().catch(() => null)) ?? null
    if (service.connected) service.send({ kind: 'doctor', findings })
  })
}

/** @returns The URL of the service. */
async function untilReady(
  child: Child,
  title: string,
  { onProgress, signal }: ServiceOptions,
): Promise<string> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<null>()
  const timer = setTimeout(() => stop(null), PROGRESS_TIMEOUT_MS)
  signal?.addEventListener('abort', () => stop(null), { once: true })
  const ready = new Promise<{ url: string }>((resolve) => {
    child.process.on('message', (data) => {
      const message = z.safeParse(Message, data).data
      if (message?.kind === 'ready') resolve(message)
      if (message?.kind !== 'progress') return
      timer.refresh()
      onProgress?.(message.text)
    })
  })
  const outcome = await Promise.race([ready, child.exited, stopped])
  clearTimeout(timer)
  signal?.throwIfAborted()
  if (outcome === null)
    throw new StackError(`The ${title} did not become ready in time. ${child.lastOutput()}`)
  if (typeof outcome === 'string')
    throw new StackError(`${outcome} before it was ready. ${child.lastOutput()}`)
  return outcome.url
}
