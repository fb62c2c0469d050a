import { join } from 'node:path'
import { type Child, startChild } from '../processes/child.ts'
import { repositoryRoot } from '../repository-root.ts'

const script = join(repositoryRoot, 'stack/src/bin/start.ts')

/** A product that was started like `npm start`. */
export type Product = {
  child: Child
  /** "ready", or how it ended before. */
  outcome: string
  /** Output until then. */
  text: string
}

/** Starts the product like `npm start` and waits until it is ready or ends. */
export async function startProduct(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
): Promise<Product> {
  const lines: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>()
  const child = startChild({
    name: 'start',
    command: process.execPath,
    args: [script, ...args],
    env: { PATH: '/usr/bin:/bin', ...env },
    onLine: (line) => {
      lines.push(line)
      onLine?.(line)
      if (line.startsWith('ready ')) resolve('ready')
    },
  })
  const outcome = await Promise.race([ready, child.exited])
  return { child, outcome, text: lines.join('\n') }
}
