import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { startBundler } from '../app/start-bundler.ts'
import { parseConfig } from '../config.ts'

/** A bundler as a process, for tests: its arguments are its variables in JSON, and the step at which it is killed. */
const [variables = '{}', dyingStep] = process.argv.slice(2)

await runService(() => {
  const log = pino({ level: 'silent' })
  const onStep = (step: string) => {
    if (step === dyingStep) process.kill(process.pid, 'SIGKILL')
  }
  const config = parseConfig(z.parse(z.record(z.string(), z.string()), JSON.parse(variables)))
  return { log, variables: [], start: () => startBundler(config, log, { onStep }) }
})
