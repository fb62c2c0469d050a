import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { parseTimes, timedCommand } from './timed-command.ts'

/** Result of a program: `output` holds stdout and stderr in the order they arrived. */
export type ProgramResult = { isSuccess: boolean; output: string; stdout: string }

/** Environment of a program, and the signal that ends it. */
export type ProgramOptions = {
  env?: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  /** Called at its end with the processor time that it and its own programs took. */
  onCpuSeconds?: (seconds: number) => void
}

/**
 * Runs a program in the repository's root. Never throws: a program that cannot start has failed.
 *
 * @param command - Name in node_modules/.bin, or an absolute path.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { env, signal, onCpuSeconds }: ProgramOptions,
): Promise<ProgramResult> {
  const path = command.startsWith('/')
    ? command
    : join(repositoryRoot, 'node_modules/.bin', command)
  const timed = timedCommand(path, args)
  return new Promise((resolve) => {
    const child = spawn(timed.command, timed.args, {
      cwd: repositoryRoot,
      signal,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: env && { ...env },
    })
    let output = ''
    let stdout = ''
    let times = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      stdout += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      times += chunk.toString()
    })
    child.once('error', (error) => resolve({ isSuccess: false, output: error.message, stdout }))
    child.once('close', (code) => {
      onCpuSeconds?.(parseTimes(times) ?? 0)
      resolve({ isSuccess: code === 0, output, stdout })
    })
  })
}
