import { fileURLToPath } from 'node:url'
import { printLine } from '@bullring/stack/bench/report'
import { nodeOptionsOf } from '@bullring/stack/node-options'
import { startChild } from '@bullring/stack/processes/child'

const PROGRAM = fileURLToPath(new URL('./measure-broadcast.ts', import.meta.url))

/** Runs measure-broadcast.ts with the options of Node that stream nodes have. */
export async function benchBroadcast(): Promise<void> {
  const child = startChild({
    name: 'the measurement',
    command: process.execPath,
    args: [...nodeOptionsOf('game', { GAME_ROLES: 'stream' }), PROGRAM],
    onLine: printLine,
  })
  const how = await child.exited
  if (child.process.exitCode !== 0) throw new Error(how)
}
