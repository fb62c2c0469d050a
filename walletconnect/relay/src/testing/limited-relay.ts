import { argv, env } from 'node:process'
import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { startRelay } from '../app/start-relay.ts'
import { parseConfig } from '../config.ts'

const Limits = z.object({ messagesPerTopic: z.int() })

/** A relay as a process with other limits, for tests: its argument is the limits in JSON. */
const changes = Limits.parse(JSON.parse(argv[2] ?? ''))

await runService(() => {
  const config = parseConfig(env)
  const limits = { ...config.limits, ...changes }
  const log = pino({ level: config.logLevel })
  return {
    log,
    variables: [],
    prefix: '',
    start: () => startRelay({ ...config, limits }, log),
  }
})
