import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startCustody } from '../app/start-custody.ts'
import { parseConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'custody', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'CUSTODY_', start: () => startCustody(config, log) }
})
