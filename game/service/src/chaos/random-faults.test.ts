import { inject, test } from 'vitest'
import { surviveFaults } from '../testing/survive-faults.ts'

const SEED = 20_261_128

test(`property: random faults of a node leave nothing behind (seed ${SEED})`, async () => {
  await surviveFaults({ seed: SEED, durationMs: 6_000, postgresUrl: inject('postgresUrl') })
})
