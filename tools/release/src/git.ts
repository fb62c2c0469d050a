import { runCommand, type Surroundings } from './run-command.ts'

const TIMEOUT_MS = 5 * 60_000

/** Runs git in a folder and returns its output, without the line end. */
export type Git = (
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
) => Promise<string>

/** Creates a function that runs git in a folder. */
export function gitIn(cwd: string, { env, signal }: Surroundings): Git {
  return async (args, variables) => {
    const options = { cwd, signal, timeoutMs: TIMEOUT_MS, env: { ...env, ...variables } }
    return (await runCommand('git', args, options)).trimEnd()
  }
}
