import { spawn } from 'node:child_process'
import { ReleaseError } from './errors.ts'

/** Environment of the programs that a release runs, and the signal that ends them. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}

export type CommandOptions = Surroundings & {
  cwd: string
  timeoutMs: number
  /** Whether its output goes to the terminal as it comes, instead of into the result. */
  isShown?: boolean
}

/**
 * Runs a program and returns its output.
 *
 * @throws {ReleaseError} with its last output when it fails or takes too long.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, signal, timeoutMs, env, isShown = false }: CommandOptions,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const output = isShown ? 'inherit' : 'pipe'
  const child = spawn(command, args, {
    cwd,
    signal: AbortSignal.any([signal, timeout]),
    stdio: ['ignore', output, output],
    env: { ...env },
  })
  let printed = ''
  let complaint = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const name = [command, ...args].join(' ')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('error', (cause) => {
    const reason = timeout.aborted ? `took more than ${timeoutMs / 60_000} min` : cause.message
    reject(new ReleaseError(`"${name}" failed: ${reason}.`, { cause }))
  })
  child.once('close', (code) => {
    if (code === 0) resolve(printed)
    else reject(new ReleaseError(`"${name}" failed.\n${complaint}${printed}`.trim()))
  })
  return await promise
}
