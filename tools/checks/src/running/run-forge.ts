import { type ProgramOptions, type ProgramResult, runProgram } from './run-program.ts'

/** Runs forge through a script that passes on its exit code. The shim of npm always reports success. */
export function runForge(args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  return runProgram('node', ['contracts/scripts/forge.ts', ...args], options)
}
