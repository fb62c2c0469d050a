import { startProgram } from './start-program.ts'

/** Starts the baseline of benchmarks: a bare node:http server, as a separate process. */
export async function startBareServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, child } = await startProgram(new URL('./bare-server.ts', import.meta.url))
  return { url, stop: () => child.stop(0) }
}
