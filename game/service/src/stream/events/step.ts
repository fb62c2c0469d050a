import type { StreamEvent } from '@bullring/game-api/stream'
import type { Epoch } from '@bullring/prediction/units'
import type { Address, Hex } from 'viem'
import type { SlicedWork } from '../time-slices.ts'
import type { Changed } from './changed.ts'

/** Events between two positions of the journal: the same for all clients and processes. */
export type Step = {
  since: number
  position: number
  /** Bets were decided, or that was undone. */
  hasSettled: boolean
  /** Null where anything may have changed. */
  changed: Changed | null
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

/** Tells clients to load everything again. */
export const RESET: Events = {
  shared: [{ event: 'reset', data: { spread_ms: 0 } }],
  trades: [],
  decided: [],
}

/** Accounts whose trades in a round changed: their addresses of 20 bytes, one after the other. */
export type Trades = { epoch: Epoch; accounts: Buffer }

/** An address in lower case: checksums of all bets of a full block would take longer than sending it. */
export type AccountKey = Hex

const ADDRESS_BYTES = 20

export function accountKey(account: Address): AccountKey {
  return account.toLowerCase() as AccountKey
}

export function* accountKeys(accounts: Buffer): Generator<AccountKey> {
  for (let start = 0; start < accounts.length; start += ADDRESS_BYTES) {
    yield `0x${accounts.toString('hex', start, start + ADDRESS_BYTES)}`
  }
}

/** Returns how many accounts `trades` name. */
export function countTrades(trades: readonly Trades[]): number {
  return trades.reduce((bytes, { accounts }) => bytes + accounts.length, 0) / ADDRESS_BYTES
}

/** Rounds of each account: few, in lists, because sets of thousands of accounts cost garbage collection. */
export type EpochsByAccount = Map<AccountKey, Epoch[]>

/** Lists the rounds of each account that `isWanted`. */
export function* epochsByAccount(
  trades: readonly Trades[],
  isWanted: (account: AccountKey) => boolean,
): SlicedWork<EpochsByAccount> {
  const epochsOf: EpochsByAccount = new Map()
  for (const { epoch, accounts } of trades) {
    for (const account of accountKeys(accounts)) {
      if (isWanted(account)) addEpoch(epochsOf, account, epoch)
      yield
    }
  }
  return epochsOf
}

export function addEpoch(epochsOf: EpochsByAccount, account: AccountKey, epoch: Epoch): void {
  const epochs = epochsOf.get(account)
  if (epochs === undefined) epochsOf.set(account, [epoch])
  else if (!epochs.includes(epoch)) epochs.push(epoch)
}

/** Adds the rounds of `more` to `epochsOf`, and returns it. */
export function* mergeEpochs(
  epochsOf: EpochsByAccount,
  more: EpochsByAccount,
): SlicedWork<EpochsByAccount> {
  for (const [account, epochs] of more) {
    for (const epoch of epochs) addEpoch(epochsOf, account, epoch)
    yield
  }
  return epochsOf
}

/** Joins accounts of the same round. */
export function mergeTrades(trades: readonly Trades[]): Trades[] {
  const byEpoch = Map.groupBy(trades, ({ epoch }) => epoch)
  return [...byEpoch].map(([epoch, same]) => ({
    epoch,
    accounts: Buffer.concat(same.map(({ accounts }) => accounts)),
  }))
}
