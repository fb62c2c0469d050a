import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startKeeper } from '../app/start-keeper.ts'
import { parseKeeperConfig, VARIABLES } from '../config.ts'

await runService(() => {
  const config = parseKeeperConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, variables: VARIABLES, start: () => startKeeper(config, log) }
})
