import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startRelay } from '../app/start-relay.ts'
import { parseConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'relay', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'RELAY_', start: () => startRelay(config, log) }
})
