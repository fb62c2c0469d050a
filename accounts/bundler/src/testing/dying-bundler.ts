import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { startBundler } from '../app/start-bundler.ts'
import { testConfig } from './start-test-bundler.ts'

/** A bundler as a process, for tests: its arguments are its variables and limits in JSON, and the step at which it is killed. */
const [variables = '{}', limits = '{}', dyingStep] = process.argv.slice(2)

await runService(() => {
  const log = pino({ level: 'silent' })
  const onStep = (step: string) => {
    if (step === dyingStep) process.kill(process.pid, 'SIGKILL')
  }
  const config = testConfig(
    z.parse(z.record(z.string(), z.string()), JSON.parse(variables)),
    z.parse(z.object({ replaceAfterSeconds: z.optional(z.int()) }), JSON.parse(limits)),
  )
  return { log, variables: [], prefix: '', start: () => startBundler(config, log, { onStep }) }
})
