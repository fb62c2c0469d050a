import type { CustodyWallet } from '@bullring/login-api/custody-api/session'
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
  /**
   * Returns the type in use: the user's choice on this device, else the wallet's at apps that follow it, else `eoa`. A
   * failure to read or store the choice selects `eoa`, too.
   */
  of: (chain: SelectedChain, wallet: CustodyWallet) => Promise<AccountType>
  /** Stores the choice. On chains without smart accounts, nothing changes. */
  prefer: (chain: SelectedChain, type: AccountType) => Promise<void>
}

type AccountTypesDeps = {
  origin: string
  chainIds: readonly number[]
  /** Whether the app leaves the choice to the wallet, where it is the same on all devices. */
  followsWallet: () => boolean
  storeInWallet: (type: AccountType) => Promise<void>
}

/** Creates the {@link AccountTypes} of the site `origin`. */
export function createAccountTypes(
  storage: FrameStorage,
  { origin, chainIds, followsWallet, storeInWallet }: AccountTypesDeps,
): AccountTypes {
  /** Chains whose last choice could not be stored (R-SMART-2). */
  const failed = new Set<SelectedChain>()
  const key = `account types of ${origin}`
  const isOffered = (chain: SelectedChain) => typeof chain === 'number' && chainIds.includes(chain)
  const read = async () => z.safeParse(StoredTypes, await storage.get('sessions', key)).data ?? {}
  return {
    chainIds,
    of: async (chain, { prefersSmart = false }) => {
      if (!isOffered(chain) || failed.has(chain)) return 'eoa'
      const stored = await read().catch(() => null)
      if (stored === null) return 'eoa'
      return stored[chain] ?? (followsWallet() && prefersSmart ? 'smartAccount' : 'eoa')
    },
    prefer: async (chain, type) => {
      if (!isOffered(chain)) return
      failed.add(chain)
      const { [chain]: _, ...others } = await read()
      if (followsWallet()) await storeInWallet(type)
      // A choice in the wallet counts on this device, too.
      await storage.put('sessions', key, followsWallet() ? others : { ...others, [chain]: type })
      failed.delete(chain)
    },
  }
}

/** Reads an account type as apps write it; `undefined` for others. */
export function readAccountType(text: string): AccountType | undefined {
  return z.safeParse(AccountType, text).data
}
