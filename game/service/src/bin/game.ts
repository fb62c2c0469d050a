import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startGame } from '../app/start-game.ts'
import { parseConfig, SETTINGS } from '../config.ts'
import { askDoctor } from '../operator/ask-doctor.ts'

await runService((onProgress) => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'game', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return {
    log,
    variables,
    prefix: 'GAME_',
    start: () => startGame(config, log, onProgress, askDoctor),
  }
})
