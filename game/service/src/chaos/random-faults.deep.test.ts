import { randomInt } from 'node:crypto'
import { inject, test } from 'vitest'
import { surviveFaults } from '../testing/survive-faults.ts'

const SEED = randomInt(2 ** 31)
const TEN_MINUTES_MS = 600_000

test(`property: ten minutes of random faults leave nothing behind (seed ${SEED})`, {
  timeout: 2 * TEN_MINUTES_MS,
}, async () => {
  const postgresUrl = inject('postgresUrl')
  await surviveFaults({ seed: SEED, durationMs: TEN_MINUTES_MS, postgresUrl })
})
