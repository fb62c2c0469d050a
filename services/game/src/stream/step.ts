import type { Epoch } from '@bullring/prediction/units'
import type { StreamEvent } from '@bullring/wire/game-api/stream'
import type { Address, Hex } from 'viem'

/** What happened between two positions of the journal: the same for all clients and processes. */
export type Step = {
  since: number
  position: number
  /** Bets were decided, or that was undone. */
  hasSettled: boolean
  /** Null where they were not worked out. */
  events: Events | null
}

export type Events = {
  /** For all clients. */
  shared: readonly StreamEvent[]
  /** Bets and claims that changed. */
  trades: readonly Trades[]
  /** Rounds whose bets were decided: each process looks up which of its accounts have bet there. */
  decided: readonly Epoch[]
}

/** Accounts whose trades in a round changed: their addresses of 20 bytes, one after the other. */
export type Trades = { epoch: Epoch; accounts: Buffer }

/** An address in lower case: checksums of all bets of a full block would take longer than sending it. */
export type AccountKey = Hex

const ADDRESS_BYTES = 20

export function accountKey(account: Address): AccountKey {
  return account.toLowerCase() as AccountKey
}

export function accountKeys(accounts: Buffer): AccountKey[] {
  const keys: AccountKey[] = []
  for (let start = 0; start < accounts.length; start += ADDRESS_BYTES) {
    keys.push(`0x${accounts.toString('hex', start, start + ADDRESS_BYTES)}`)
  }
  return keys
}

/** Returns how many accounts `trades` name. */
export function countTrades(trades: readonly Trades[]): number {
  return trades.reduce((bytes, { accounts }) => bytes + accounts.length, 0) / ADDRESS_BYTES
}

export type EpochsByAccount = Map<AccountKey, Set<Epoch>>

/** Lists the rounds of each account that `isWanted`. */
export function epochsByAccount(
  trades: readonly Trades[],
  isWanted: (account: AccountKey) => boolean,
): EpochsByAccount {
  const epochsOf: EpochsByAccount = new Map()
  for (const { epoch, accounts } of trades) {
    for (const account of accountKeys(accounts)) {
      if (isWanted(account)) addEpoch(epochsOf, account, epoch)
    }
  }
  return epochsOf
}

export function addEpoch(epochsOf: EpochsByAccount, account: AccountKey, epoch: Epoch): void {
  const epochs = epochsOf.get(account)
  if (epochs === undefined) epochsOf.set(account, new Set([epoch]))
  else epochs.add(epoch)
}

/** Joins accounts of the same round. */
export function mergeTrades(trades: readonly Trades[]): Trades[] {
  const byEpoch = Map.groupBy(trades, ({ epoch }) => epoch)
  return [...byEpoch].map(([epoch, same]) => ({
    epoch,
    accounts: Buffer.concat(same.map(({ accounts }) => accounts)),
  }))
}
