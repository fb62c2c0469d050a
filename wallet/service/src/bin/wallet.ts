import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startWallet } from '../app/start-wallet.ts'
import { parseConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ name: 'wallet', level: config.logLevel })
  const variables = Object.keys(SETTINGS)
  return { log, variables, prefix: 'WALLET_', start: () => startWallet(config, log) }
})
