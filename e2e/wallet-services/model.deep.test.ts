import fc from 'fast-check'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'
import { aStory, playStory } from './support/wallet-story.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'), 'warn')
})
afterAll(() => services.stop())

const MINUTE_MS = 60_000

test(
  'property: the services agree with custody.md through long stories',
  async () => {
    await fc.assert(
      fc.asyncProperty(aStory(40), (story) => playStory(services, story)),
      // A failure names its seed and the shortest story that was found in time.
      { numRuns: 40, interruptAfterTimeLimit: 10 * MINUTE_MS },
    )
  },
  15 * MINUTE_MS,
)
