import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startVault } from '../app/start-vault.ts'
import { parseConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'vault', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'VAULT_', start: () => startVault(config, log) }
})
