import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Setup file: gives the property tests of `npm test` one seed, so that every run tries the same cases and no change is
 * blamed for a case that was not tried before. `npm run test:deep` leaves this file out and draws new cases each time.
 */
const SEED = 20_260_922

const { testPath } = expect.getState()
// Loading fast-check takes a tenth of a second in each of hundreds of files.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes('fc.assert')) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: SEED })
}
