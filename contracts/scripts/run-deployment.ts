import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { BaseError } from 'viem'

class UnknownArgumentError extends Error {
  override readonly name = 'UnknownArgumentError'
  constructor(argument: string, command: string) {
    super(`Unknown argument "${argument}": npm run ${command} takes --send only.`)
  }
}

/** Runs a deployment: reads the arguments, compiles the contracts if needed, and reports a failure in one line. */
export async function runDeployment(
  /** Name of the npm script. */
  command: string,
  /** Reads the plan, then returns a function that deploys it. */
  prepare: () => (isSending: boolean, print: (line: string) => void) => Promise<unknown>,
): Promise<void> {
  try {
    const isSending = readArguments(process.argv.slice(2), command)
    const deploy = prepare()
    compile()
    await deploy(isSending, (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`✗ ${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
}

/** Full messages of viem have many lines, and the URL of the node, which may contain a key. */
function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

/** Compiles the contracts if their sources changed. */
function compile(): void {
  const scripts = import.meta.dirname
  execFileSync(process.execPath, [join(scripts, 'forge.ts'), 'build', 'contracts/src'], {
    cwd: join(scripts, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Returns whether to send transactions.
 *
 * @throws {UnknownArgumentError} A mistyped option must not pass unnoticed.
 */
function readArguments([argument, ...more]: readonly string[], command: string): boolean {
  const unknown = argument === '--send' ? more[0] : argument
  if (unknown !== undefined) throw new UnknownArgumentError(unknown, command)
  return argument === '--send'
}
