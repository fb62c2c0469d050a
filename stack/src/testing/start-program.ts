import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Child, startChild } from '../processes/child.ts'

/**
 * Starts a program as a separate process, and waits until it reports its URL.
 *
 * @throws {Error} when it exits before.
 */
export async function startProgram(
  program: URL,
  env: Record<string, string> = {},
): Promise<{ url: string; child: Child }> {
  const path = fileURLToPath(program)
  const child = startChild({
    name: path,
    command: process.execPath,
    args: [path],
    env,
    withIpc: true,
  })
  const failed = child.exited.then((reason) => Promise.reject(new Error(reason)))
  const [{ url }] = (await Promise.race([once(child.process, 'message'), failed])) as [
    { url: string },
  ]
  return { url, child }
}
