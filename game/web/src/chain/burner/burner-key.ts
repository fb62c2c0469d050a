import type { Hex } from 'viem'
import type { PageStorage } from '#browser/open-storage.ts'

/** Storage key of the burner wallet's private key, which only protects coins without value. */
const STORAGE_NAME = 'bullring.play-money-key'

/**
 * BNB Smart Chain and its testnet. The service decides which chains are local (`wire/chain/public-chain.ts`, too
 * large for the page) and turns the feature on; the page refuses it once more where its key would hold value.
 */
const REAL_CHAIN_IDS: ReadonlySet<number> = new Set([56, 97])

/** True on chains where a key in the browser's storage can do no harm. */
export function isBurnerAllowed(chainId: number, isFeatureOn: boolean): boolean {
  return isFeatureOn && !REAL_CHAIN_IDS.has(chainId)
}

/** Returns the stored key, or stores and returns a new one from `generate`. */
export function loadBurnerKey(storage: PageStorage, generate: () => Hex): Hex {
  const stored = storage.getItem(STORAGE_NAME)
  if (stored !== null && /^0x[0-9a-f]{64}$/i.test(stored)) return `0x${stored.slice(2)}`
  const key = generate()
  storage.setItem(STORAGE_NAME, key)
  return key
}
