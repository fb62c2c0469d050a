import { StackError } from '../errors.ts'

/** Runs the command of a process, and says why it failed. What it gave up on does not keep the process alive. */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof StackError)) throw error
    process.stderr.write(`✗ ${error.message}\n`)
    process.exitCode = 1
  }
  process.exit()
}

/** Returns a signal that aborts, with a sentence about what is left, the first time that the process is to stop. */
export function stopSignal(sentence: string): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => stopping.abort(new StackError(sentence)))
  return stopping.signal
}
