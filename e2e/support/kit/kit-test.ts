import { test as base } from '../test.ts'
import { type KitOnLocalChains, startKitOnLocalChains } from './kit-on-local-chains.ts'
import { type KitOnStack, startKitOnStack } from './kit-on-stack.ts'
import { type KitWithCatalogue, startKitWithCatalogue } from './kit-with-catalogue.ts'

type KitFixtures = {
  kitWithCatalogue: KitWithCatalogue
  kitOnLocalChains: KitOnLocalChains
  kitOnStack: KitOnStack
}

/** A test of the wallet kit's example page. Chains and servers start once per worker, on first use. */
export const test = base.extend<object, KitFixtures>({
  kitWithCatalogue: [fixture(startKitWithCatalogue), { scope: 'worker' }],
  kitOnLocalChains: [fixture(startKitOnLocalChains), { scope: 'worker' }],
  kitOnStack: [fixture(startKitOnStack), { scope: 'worker' }],
})

/** A fixture that starts something and stops it in the end. */
function fixture<T extends { stop: () => Promise<void> }>(start: () => Promise<T>) {
  return async ({ browserName: _ }: { browserName: string }, use: (value: T) => Promise<void>) => {
    const started = await start()
    await use(started)
    await started.stop()
  }
}
