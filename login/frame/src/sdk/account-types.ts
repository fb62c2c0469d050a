import * as z from 'zod/mini'
import type { FrameStorage } from '#device/frame-storage.ts'
import type { SelectedChain } from './chain-id.ts'

/** The key itself, or the contract account that it owns. */
const AccountType = z.enum(['eoa', 'smartAccount'])
/** @see AccountType */
export type AccountType = z.infer<typeof AccountType>

const StoredTypes = z.record(z.string(), AccountType)

/** The account that one site uses on each chain. */
export type AccountTypes = {
  /** Chains on which the wallet has a smart account. */
  chainIds: readonly number[]
  /** Returns the type in use; `eoa` until the user has chosen another, and after a failure to read or store the choice. */
  of: (chain: SelectedChain) => Promise<AccountType>
  /** Stores the choice. On chains without smart accounts, nothing changes. */
  prefer: (chain: SelectedChain, type: AccountType) => Promise<void>
}

/** Creates the {@link AccountTypes} of the site `origin`. */
export function createAccountTypes(
  storage: FrameStorage,
  { origin, chainIds }: { origin: string; chainIds: readonly number[] },
): AccountTypes {
  /** Chains whose last choice could not be stored (R-SMART-2). */
  const failed = new Set<SelectedChain>()
  const key = `account types of ${origin}`
  const isOffered = (chain: SelectedChain) => typeof chain === 'number' && chainIds.includes(chain)
  const read = async () => z.safeParse(StoredTypes, await storage.get('sessions', key)).data ?? {}
  return {
    chainIds,
    of: async (chain) => {
      if (!isOffered(chain) || failed.has(chain)) return 'eoa'
      const stored = await read().catch(() => undefined)
      return stored?.[chain] ?? 'eoa'
    },
    prefer: async (chain, type) => {
      if (!isOffered(chain)) return
      failed.add(chain)
      await storage.put('sessions', key, { ...(await read()), [chain]: type })
      failed.delete(chain)
    },
  }
}

/** Reads an account type as apps write it; `undefined` for others. */
export function readAccountType(text: string): AccountType | undefined {
  return z.safeParse(AccountType, text).data
}
