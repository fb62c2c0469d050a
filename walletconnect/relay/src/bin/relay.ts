import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startRelay } from '../app/start-relay.ts'
import { parseConfig, VARIABLES } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, variables: VARIABLES, start: () => startRelay(config, log) }
})
