#!/usr/bin/env node
import { runCommand } from '../command.ts'

/** Executable of the bot. */

const stop = new AbortController()
const kill = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) kill.abort(new Error('Stopped at once.'))
    stop.abort(new Error('Stopped.'))
  })
}
process.exitCode = await runCommand(process.argv.slice(2), {
  write: (line) => process.stdout.write(`${line}\n`),
  fail: (line) => process.stderr.write(`${line}\n`),
  signal: stop.signal,
  killSignal: kill.signal,
})
