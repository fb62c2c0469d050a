import { setTimeout as sleep } from 'node:timers/promises'
import type { Epoch } from '@bullring/prediction/units'
import type { AccountKey, EpochsByAccount } from '../events/step.ts'

export type FindBettors = (
  epochs: readonly Epoch[],
  accounts: readonly AccountKey[],
) => Promise<EpochsByAccount>

/** Clients that reconnect in the same moment are looked up together. */
const BATCH_MS = 10

type Batch = { accounts: Set<AccountKey>; found: Promise<EpochsByAccount> }

/** Finds in which of `epochs` an account has bet, with one query for many accounts. */
export function batchBettors(find: FindBettors) {
  const batches = new Map<string, Batch>()

  const open = (key: string, epochs: readonly Epoch[]): Batch => {
    const accounts = new Set<AccountKey>()
    const found = sleep(BATCH_MS).then(() => {
      batches.delete(key)
      return find(epochs, [...accounts])
    })
    const batch = { accounts, found }
    batches.set(key, batch)
    return batch
  }
  return async (epochs: readonly Epoch[], account: AccountKey): Promise<readonly Epoch[]> => {
    if (epochs.length === 0) return []
    const key = epochs.join()
    const batch = batches.get(key) ?? open(key, epochs)
    batch.accounts.add(account)
    return (await batch.found).get(account) ?? []
  }
}
