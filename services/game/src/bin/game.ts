import { once } from 'node:events'
import { BaseError } from '@bullring/errors/base-error'
import { pino } from 'pino'
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

try {
  await main()
} catch (error) {
  const isExplained = error instanceof BaseError
  process.stderr.write(`${isExplained ? error.message : String(error)}\n`)
  process.exitCode = 1
}
process.exit()
