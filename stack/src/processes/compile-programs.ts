import { readdir } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { pathToFileURL } from 'node:url'
import { startChild } from './child.ts'

const TIMEOUT_MS = 60_000

/** Ends the process as the first module of a script: Node has then compiled all others and runs none of them. */
const END = 'data:text/javascript,process.exit()'

/**
 * Compiles programs, with what they import, into the compile cache of this process, unless it has contents: the services of
 * a first start would each compile the same code, and keep up to 12 MiB for the compiler of TypeScript.
 */
export async function compilePrograms(
  programs: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const folder = getCompileCacheDir()
  if (folder === undefined || (await readdir(folder)).length > 0) return
  const modules = [END, ...programs.map((program) => pathToFileURL(program).href)]
  const script = modules.map((module) => `import ${JSON.stringify(module)}`).join('\n')
  const child = startChild({
    name: 'The compiler',
    command: process.execPath,
    args: ['--input-type=module', '--eval', script],
  })
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  ending.addEventListener('abort', () => void child.stop(), { once: true })
  // Services compile what a failure leaves.
  await child.exited
}
