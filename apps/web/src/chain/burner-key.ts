import type { Hex } from 'viem'
import type { PageStorage } from '#browser/open-storage.ts'

/** Where the browser keeps the play-money key. It guards coins without value and nothing else. */
const STORAGE_NAME = 'bullring.play-money-key'

/** Chains whose coins are worth something, or may be taken for it. */
const REAL_CHAIN_IDS: ReadonlySet<number> = new Set([56, 97])

/** True where a key in the browser's storage can do no harm. */
export function isBurnerAllowed(chainId: number, isFeatureOn: boolean): boolean {
  return isFeatureOn && !REAL_CHAIN_IDS.has(chainId)
}

/** The kept key, or a new one from `generate`, which is kept then. */
export function loadBurnerKey(storage: PageStorage, generate: () => Hex): Hex {
  const kept = storage.getItem(STORAGE_NAME)
  if (kept !== null && /^0x[0-9a-f]{64}$/i.test(kept)) return `0x${kept.slice(2)}`
  const key = generate()
  storage.setItem(STORAGE_NAME, key)
  return key
}
