import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startBundler } from '../app/start-bundler.ts'
import { parseConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'bundler', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'BUNDLER_', start: () => startBundler(config, log) }
})
