import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { parseConfig } from '../config.ts'
import { startWallet } from './start-wallet.ts'

await runService(() => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  return { log, started: startWallet(config, log) }
})
