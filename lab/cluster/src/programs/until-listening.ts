import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '@bullring/stack/processes/child'
import { portProblem } from '@bullring/stack/processes/free-port'

const TIMEOUT_MS = 60_000
const CHECK_MS = 50

/**
 * Waits until a child listens on a port of 127.0.0.1.
 *
 * @throws With its last output when it exits or takes longer than a minute. It is stopped then.
 */
export async function untilListening(child: Child, port: number): Promise<Child> {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline && child.isRunning()) {
    if ((await portProblem('127.0.0.1', port)) === 'EADDRINUSE') return child
    await sleep(CHECK_MS)
  }
  await child.stop(0)
  throw new Error(`${await child.exited}. ${child.lastOutput()}`)
}
