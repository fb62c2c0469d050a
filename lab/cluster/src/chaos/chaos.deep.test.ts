import { findProgram } from '@bullring/stack/processes/find-program'
import { describe, expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'
import { runInFolder } from './run-in-folder.ts'

const ROUNDS = 20
/** Fixed, so that each run injects the same faults. */
const SEED = 2_026
/** Time limit on a busy machine. An idle one needs a tenth. */
const LIMIT_MS = 1_500_000

const canRun = findProgram('haproxy') !== null && findProgram('nats-server') !== null

describe('a cluster whose parts fail', { timeout: LIMIT_MS }, () => {
  // Without them: sudo apt-get install haproxy nats-server
  test.skipIf(!canRun)(
    `agrees with the ledger after ${ROUNDS} rounds (needs haproxy and nats-server)`,
    async ({ signal }) => {
      const lines: string[] = []
      const options = { rounds: ROUNDS, seed: SEED, paceMs: 200, signal }
      const report = (text: string) => lines.push(text)
      const { differences, faults, bets, watchers } = await runInFolder((place) =>
        runChaos({ ...options, ...place, report }),
      )
      expect(differences, lines.slice(-200).join('\n')).toEqual([])
      expect(faults.total).toBeGreaterThan(ROUNDS / 4)
      expect(bets).toBeGreaterThan(ROUNDS)
      for (const { events } of watchers) expect(events).toBeGreaterThan(0)
    },
  )
})
