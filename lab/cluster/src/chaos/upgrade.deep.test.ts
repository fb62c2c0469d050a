import { findProgram } from '@bullring/stack/processes/find-program'
import { expect, test } from 'vitest'
import { runInFolder } from './run-in-folder.ts'
import { runUpgrade } from './run-upgrade.ts'

/** Time limit on a busy machine. */
const LIMIT_MS = 1_500_000

const canRun = findProgram('haproxy') !== null && findProgram('nats-server') !== null

// Without them: sudo apt-get install haproxy nats-server
test.skipIf(!canRun)(
  'a cluster is upgraded process by process without a failed read, and agrees with the ledger',
  { timeout: LIMIT_MS },
  async ({ signal }) => {
    const lines: string[] = []
    const report = (text: string) => lines.push(text)
    const upgrade = await runInFolder((place) => runUpgrade({ ...place, seed: 7, report, signal }))
    expect(upgrade.restarted).toEqual([
      'nats1',
      'nats2',
      'nats3',
      'index2',
      'index1',
      'keeper1',
      'keeper2',
      'api1',
      'api2',
      'api3',
      'api4',
      'stream1',
      'stream2',
    ])
    expect(upgrade.failedReads, lines.join('\n')).toEqual([])
    expect(upgrade.differences, lines.slice(-200).join('\n')).toEqual([])
    expect(upgrade.rounds).toBeGreaterThan(5)
    expect(upgrade.bets).toBeGreaterThan(upgrade.rounds)
  },
)
