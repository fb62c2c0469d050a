import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@bullring/errors/base-error'
import type { Logger } from 'pino'
import { collectGarbage } from './collect-garbage.ts'
import { unknownVariables } from './config/unknown-variables.ts'
import { parseDrainMs, startDraining } from './drain.ts'
import { errorSummary } from './error-summary.ts'
import { productBuild } from './product-build.ts'
import { startTracing } from './tracing/start-tracing.ts'

/** A started service. */
export type RunningService = {
  url: string
  /** Rejects when the service cannot continue. Never resolves before `stop`. */
  running: Promise<void>
  stop: () => Promise<void>
}

type OpenService = (onProgress: (text: string) => void) => {
  log: Logger
  /** Names of the environment variables that the service reads. */
  variables: readonly string[]
  /** Prefix of the variables that only this service reads, such as `GAME_`. */
  prefix: string
  start: () => Promise<RunningService>
}

/** Time limit for stopping. Then the process exits. */
const STOP_LIMIT_MS = 8_000

/**
 * Runs a service as this process: starts it, notifies the parent process, runs until a signal or a failure,
 * stops the service and exits. A failure is printed in one sentence.
 *
 * @param open - Parses the configuration. Its argument notifies the parent process that a
 *   long start advances.
 */
export async function runService(open: OpenService): Promise<never> {
  try {
    await runUntilStopped(open)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
  process.exit()
}

async function runUntilStopped(open: OpenService): Promise<void> {
  const stopRequested = waitForStopRequest()
  const drainMs = parseDrainMs(process.env)
  const stopTracing = await startTracing(process.env)
  const { log, variables, prefix, start } = open((text) =>
    process.send?.({ kind: 'progress', text }),
  )
  log.info(productBuild(), 'starting')
  for (const { name, nearest } of unknownVariables(process.env, variables, prefix)) {
    log.warn({ variable: name }, `the service does not read ${name}: did you mean ${nearest}?`)
  }
  const service = await Promise.race([start(), stopRequested.then(() => null)])
  if (service === null) return
  // No request waits for it yet.
  collectGarbage()
  process.send?.({ kind: 'ready', url: service.url })
  try {
    await Promise.race([service.running, stopRequested])
    await drain(service, drainMs, log)
  } finally {
    log.info('stopping')
    setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
    await service.stop()
    await stopTracing()
  }
}

/** Serves on, so that load balancers can take this process out first. A second request to stop ends it. */
async function drain({ running }: RunningService, durationMs: number, log: Logger): Promise<void> {
  if (durationMs === 0) return
  log.info({ durationMs }, 'draining')
  startDraining()
  await Promise.race([running, waitForStopRequest(), sleep(durationMs)])
}

/** Resolves on SIGINT, SIGTERM, or when the parent process is gone. */
function waitForStopRequest(): Promise<unknown> {
  const requests = ['SIGINT', 'SIGTERM'].map((name) => once(process, name))
  // The parent may be gone already: its end is reported once, perhaps while this program was still being loaded.
  if (process.connected === false) return Promise.resolve()
  if (process.channel) requests.push(once(process, 'disconnect'))
  return Promise.race(requests)
}

/** Describes a failure in one sentence. Messages of foreign errors may contain URLs with keys. */
function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return error.message
  const { name, detail } = errorSummary(error)
  return `The service failed: ${name} ${detail}`
}
