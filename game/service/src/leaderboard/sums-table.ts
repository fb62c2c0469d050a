import { toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import { AmountColumn } from '../db/amount-column.ts'
import { type AccountNumbers, ADDRESS_BYTES } from './account-numbers.ts'
import { countTrue } from './count-true.ts'
import type { RankBy, Ranking } from './ranking-filter.ts'
import type { RankedStanding, Standing, SumsOfBytes } from './standing.ts'

/** Address, rounds and won rounds as int4, results and position as two int8 each. */
export const RECORD_BYTES = ADDRESS_BYTES + 4 + 4 + 16 + 16

/**
 * Sums of the decided bets of every account in a window, 52 bytes each. Rankings are read by one pass over all rows, half a
 * millisecond for 200,000 accounts: no order has to be kept.
 */
export class SumsTable {
  readonly #accounts: AccountNumbers
  /** Rows in use: an account's row has its number. */
  #length = 0
  #rounds = new Float64Array(0)
  #won = new Uint32Array(0)
  /** Share of wins in hundredths of a percent, rounded, as the database does. */
  #winShare = new Float64Array(0)
  #net = new AmountColumn(0)
  #position = new AmountColumn(0)

  constructor(accounts: AccountNumbers) {
    this.#accounts = accounts
  }

  copy(): SumsTable {
    const copied = new SumsTable(this.#accounts)
    copied.#length = this.#length
    copied.#copyColumns(this, this.#rounds.length)
    return copied
  }

  /** Adds the sums in `records`, or subtracts them where `sign` is -1. */
  add(records: Buffer, sign = 1): void {
    const bytes = viewOf(records)
    for (let at = 0; at < records.length; at += RECORD_BYTES) {
      const row = this.#rowOf(bytes, at)
      const sums = at + ADDRESS_BYTES
      const rounds = (this.#rounds[row] ?? 0) + sign * bytes.getInt32(sums)
      this.#writeRounds(row, rounds, (this.#won[row] ?? 0) + sign * bytes.getInt32(sums + 4))
      this.#net.add(row, sign, bytes, sums + 8)
      this.#position.add(row, sign, bytes, sums + 24)
    }
  }

  /** Replaces the sums of an account. */
  write({ account, rounds, wonRounds, netResults, totalPosition }: SumsOfBytes): void {
    const row = this.#rowOf(viewOf(account), 0)
    this.#writeRounds(row, rounds, wonRounds)
    this.#net.write(row, netResults)
    this.#position.write(row, totalPosition)
  }

  /** Returns the first accounts of a ranking, best first, of equals the lower address first. */
  leaders({ rankBy, minimumRounds, limit }: RankBy & { limit: number }): Standing[] {
    const [rounds, values] = [this.#rounds, this.#valuesOf(rankBy)]
    const minimum = Math.max(minimumRounds, 1)
    const first: number[] = []
    let last: number | null = null
    let lowest = Number.NEGATIVE_INFINITY
    for (let row = 0; row < this.#length; row += 1) {
      const value = values[row] ?? 0
      if (value < lowest || (rounds[row] ?? 0) < minimum) continue
      if (value === lowest && last !== null && this.#compare(rankBy, last, row) < 0) continue
      const isBefore = (at: number) => this.#compare(rankBy, first[at] ?? row, row) < 0
      first.splice(countTrue(first.length, isBefore), 0, row)
      if (first.length > limit) first.pop()
      last = first[limit - 1] ?? null
      if (last !== null) lowest = values[last] ?? 0
    }
    return first.map((row) => this.#standing(row))
  }

  /** Counts the ranked accounts and those before `account`. */
  rank(account: Address | null, { rankBy, minimumRounds }: RankBy): RankedStanding {
    const own = account === null ? -1 : this.#accounts.find(viewOf(toBytes(account)))
    const [rounds, values] = [this.#rounds, this.#valuesOf(rankBy)]
    const minimum = Math.max(minimumRounds, 1)
    const ownValue = values[own] ?? 0
    let [players, before] = [0, 0]
    for (let row = 0; row < this.#length; row += 1) {
      if ((rounds[row] ?? 0) < minimum) continue
      players += 1
      const value = values[row] ?? 0
      if (value > ownValue || (value === ownValue && this.#compare(rankBy, row, own) < 0)) {
        before += 1
      }
    }
    if ((rounds[own] ?? 0) === 0) return { players, own: null }
    const standing = this.#standing(own)
    return { players, own: { standing, rank: standing.rounds < minimum ? null : before + 1 } }
  }

  /** Compares two rows: negative where the first is ranked before the second. */
  #compare(rankBy: Ranking, a: number, b: number): number {
    const values = this.#valuesOf(rankBy)
    const difference = (values[b] ?? 0) - (values[a] ?? 0)
    return difference || this.#compareAmounts(rankBy, a, b) || this.#accounts.compare(a, b)
  }

  #compareAmounts(rankBy: Ranking, a: number, b: number): number {
    if (rankBy === 'net_results') return this.#net.compare(b, a)
    return rankBy === 'total_position' ? this.#position.compare(b, a) : 0
  }

  /** What a ranking compares; of amounts, the units. */
  #valuesOf(rankBy: Ranking): Float64Array {
    switch (rankBy) {
      case 'net_results':
        return this.#net.units
      case 'win_percent':
        return this.#winShare
      case 'total_rounds':
        return this.#rounds
      case 'total_position':
        return this.#position.units
    }
  }

  #standing(row: number): Standing {
    return {
      account: this.#accounts.addressOf(row),
      rounds: this.#rounds[row] ?? 0,
      wonRounds: this.#won[row] ?? 0,
      netResults: this.#net.read(row),
      totalPosition: this.#position.read(row),
    }
  }

  #writeRounds(row: number, rounds: number, won: number): void {
    this.#rounds[row] = rounds
    this.#won[row] = won
    this.#winShare[row] = Math.floor((won * 20_000 + rounds) / (rounds * 2))
  }

  #rowOf(bytes: DataView, at: number): number {
    const row = this.#accounts.add(bytes, at)
    if (row >= this.#rounds.length) this.#copyColumns(this, Math.ceil(this.#accounts.size * 1.25))
    if (row >= this.#length) this.#length = row + 1
    return row
  }

  #copyColumns(from: SumsTable, capacity: number): void {
    const rows = Math.min(from.#length, from.#rounds.length)
    const [rounds, won, winShare] = [from.#rounds, from.#won, from.#winShare]
    this.#net = from.#net.copy(rows, capacity)
    this.#position = from.#position.copy(rows, capacity)
    this.#won = new Uint32Array(capacity)
    this.#won.set(won.subarray(0, rows))
    this.#rounds = new Float64Array(capacity)
    this.#rounds.set(rounds.subarray(0, rows))
    this.#winShare = new Float64Array(capacity)
    this.#winShare.set(winShare.subarray(0, rows))
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
