import { env } from 'node:process'
import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startWallet } from '../src/app/start-wallet.ts'
import { parseConfig } from '../src/config.ts'

/** The wallet service without limits per IP address: the load comes from one. */
await runService(() => {
  const config = parseConfig(env)
  const log = pino({ level: config.logLevel })
  const limits = { ...config.limits, swapRequestsPerMinute: 1e6, upstreamCallsPerMinute: 1e6 }
  return {
    log,
    variables: [],
    prefix: '',
    start: () => startWallet({ ...config, limits }, log),
  }
})
