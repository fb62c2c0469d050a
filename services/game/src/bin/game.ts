import { once } from 'node:events'
import { BaseError } from '@bullring/errors/base-error'
import { pino } from 'pino'
import { errorSummary } from '../chain/error-summary.ts'
import { parseConfig } from '../config.ts'
import { startGame } from './start-game.ts'

/** A stop that takes longer than this is cut short. */
const STOP_LIMIT_MS = 8_000

/** Resolves when the process is asked to end, or the process that started it is gone. */
function askedToStop(): Promise<unknown> {
  const requests = ['SIGINT', 'SIGTERM'].map((name) => once(process, name))
  if (process.channel) requests.push(once(process, 'disconnect'))
  return Promise.race(requests)
}

async function main(): Promise<void> {
  const asked = askedToStop()
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  const game = await Promise.race([startGame(config, log), asked.then(() => null)])
  if (game === null) return
  process.send?.({ kind: 'ready', url: game.url })
  try {
    await Promise.race([game.running, asked])
  } finally {
    log.info('stopping')
    setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
    await game.stop()
  }
}

/** One sentence for whoever started the service; errors of others may carry URLs with keys. */
function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return error.message
  const { name, detail } = errorSummary(error)
  return `The service cannot go on: ${name} ${detail}`
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
process.exit()
