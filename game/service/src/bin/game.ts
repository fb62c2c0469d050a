import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startGame } from '../app/start-game.ts'
import { parseConfig, VARIABLES } from '../config.ts'

await runService((onProgress) => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, variables: VARIABLES, start: () => startGame(config, log, onProgress) }
})
