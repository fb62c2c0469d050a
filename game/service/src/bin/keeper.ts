import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startKeeper } from '../app/start-keeper.ts'
import { parseKeeperConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseKeeperConfig(process.env)
  const log = pino({ name: 'keeper', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'GAME_', start: () => startKeeper(config, log) }
})
