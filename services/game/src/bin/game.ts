import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { parseConfig } from '../config.ts'
import { startGame } from './start-game.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, started: startGame(config, log) }
})
