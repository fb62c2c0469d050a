import fc from 'fast-check'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'
import { aStory, playActions, playStory } from './support/wallet-story.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'), 'warn')
})
afterAll(() => services.stop())

test('property: the services agree with custody.md about who may sign and who comes back', async () => {
  await fc.assert(
    fc.asyncProperty(aStory(12), (story) => playStory(services, story)),
    { numRuns: 1, endOnFailure: true },
  )
})

test('a passkey that was added after an undo stays when the address is changed again', async () => {
  const owner = { by: 'owner', device: 0 } as const
  await playActions(services, [
    { do: 'change address', to: 'second', ...owner },
    { do: 'undo address', by: 'owner', link: 0 },
    { do: 'log in', isFlooded: false, ...owner },
    { do: 'wait', seconds: 600 },
    { do: 'log in', isFlooded: false, ...owner },
    { do: 'add passkey', ...owner },
    { do: 'change address', to: 'second', ...owner },
  ])
})

test('with a passkey of more than four days, neither mailbox nor device moves or ends the wallet', async () => {
  const thief = { by: 'thief', device: 0 } as const
  const log = { do: 'log in', device: null, isFlooded: false } as const
  await playActions(services, [
    { ...log, by: 'owner' },
    { do: 'add passkey', by: 'owner', device: 0 },
    { do: 'wait', seconds: 100 * 3_600 },
    { ...log, by: 'reader' },
    { do: 'remove device', other: 1, ...thief },
    { do: 'remove passkey', passkey: 0, ...thief },
    { do: 'change address', to: 'foreign', by: 'reader', device: 0 },
  ])
})
