import { once } from 'node:events'
import { BaseError } from '@bullring/errors/base-error'
import type { Logger } from 'pino'
import { errorSummary } from './chain/error-summary.ts'

/** A service that is ready. */
export type RunningService = {
  url: string
  /** Rejects when the service cannot go on; never resolves before `stop`. */
  running: Promise<void>
  stop: () => Promise<void>
}

/** A stop that takes longer than this is cut short. */
const STOP_LIMIT_MS = 8_000

/**
 * The life of a service's process: starts, tells the process that started it, runs until it is asked to
 * end or cannot go on, stops in order, and exits. Says in one sentence why it cannot.
 *
 * @param start - Reads the configuration and starts the service.
 */
export async function runService(
  start: () => { log: Logger; started: Promise<RunningService> },
): Promise<never> {
  try {
    await live(start)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
  process.exit()
}

async function live(start: () => { log: Logger; started: Promise<RunningService> }): Promise<void> {
  const asked = askedToStop()
  const { log, started } = start()
  const service = await Promise.race([started, asked.then(() => null)])
  if (service === null) return
  process.send?.({ kind: 'ready', url: service.url })
  try {
    await Promise.race([service.running, asked])
  } finally {
    log.info('stopping')
    setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
    await service.stop()
  }
}

/** Resolves when the process is asked to end, or the process that started it is gone. */
function askedToStop(): Promise<unknown> {
  const requests = ['SIGINT', 'SIGTERM'].map((name) => once(process, name))
  if (process.channel) requests.push(once(process, 'disconnect'))
  return Promise.race(requests)
}

/** One sentence for whoever started the service; errors of others may carry URLs with keys. */
function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return error.message
  const { name, detail } = errorSummary(error)
  return `The service cannot go on: ${name} ${detail}`
}
