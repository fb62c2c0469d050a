import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

export type ProgramResult = { isSuccess: boolean; output: string; stdout: string }

export type ProgramOptions = {
  env?: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}

/** Runs a program of node_modules/.bin, or of the system, in the checkout's root; never throws. */
export function runProgram(
  command: string,
  args: readonly string[],
  { env, signal }: ProgramOptions,
): Promise<ProgramResult> {
  const path = command.startsWith('/')
    ? command
    : join(repositoryRoot, 'node_modules/.bin', command)
  return new Promise((resolve) => {
    const child = spawn(path, args, {
      cwd: repositoryRoot,
      signal,
      ...(env && { env: { ...env } }),
    })
    let output = ''
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    child.once('error', (error) => resolve({ isSuccess: false, output: error.message, stdout }))
    child.once('close', (code) => resolve({ isSuccess: code === 0, output, stdout }))
  })
}
