import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startVault } from '../app/start-vault.ts'
import { parseConfig, VARIABLES } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, variables: VARIABLES, start: () => startVault(config, log) }
})
