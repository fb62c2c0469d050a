import { setImmediate as nextTurn } from 'node:timers/promises'
import { shareNext } from '@bullring/server/share-next'
import { VersionedCache } from '../http/versioned-cache.ts'
import { AccountNumbers } from './account-numbers.ts'
import { type RankingSpan, spanKey } from './ranking-filter.ts'
import type { DaysBetween, Moves } from './ranking-moves.queries.ts'
import type { AllSums, SumsRead } from './ranking-sums.queries.ts'
import type { Settled } from './settled-rounds.queries.ts'
import { SumsTable } from './sums-table.ts'

/** Each takes 52 bytes for each account. */
const MAX_TABLES = 12

/** More days between two sums take longer than adding up all. */
const MAX_DAYS_BETWEEN = 10

export type HeldSumsDeps = {
  /** Adds up the sums of every account. */
  findSums: (span: RankingSpan) => Promise<AllSums>
  /** Adds up the rounds that were settled since; null where that is not all that has changed. */
  findSettled: (positions: SumsRead['positions']) => Promise<Settled | null>
  /** Adds up the rounds that have left the window since; null where that is not all that has changed. */
  findLeft: (span: RankingSpan, read: SumsRead) => Promise<readonly Buffer[] | null>
  /** Finds what has changed since; null when it is unknown. */
  findMoves: (span: RankingSpan, read: SumsRead) => Promise<Moves | null>
  /** The same, with the sums of the days between. */
  findDaysBetween: (span: RankingSpan, read: SumsRead) => Promise<DaysBetween | null>
}

type Held = { table: SumsTable; read: SumsRead; version: string | null }

type Entry = { span: RankingSpan; held: Held | null; refresh: () => Promise<SumsTable> }

/**
 * Holds the sums of every account in each requested window, for the rankings of all visitors: reads all of them once, and
 * after each settlement those of the accounts that bet on its rounds.
 */
export class HeldSums {
  readonly #deps: HeldSumsDeps
  readonly #version: () => string | null
  readonly #accounts = new AccountNumbers()
  readonly #entries = new Map<string, Entry>()
  /** By the positions since which they were settled: those of all windows are mostly the same. */
  readonly #settled: VersionedCache<Settled | null>

  /** @param version - Changes whenever sums may; null while that is unknown. */
  constructor(deps: HeldSumsDeps, version: () => string | null) {
    this.#deps = deps
    this.#version = version
    this.#settled = new VersionedCache(version)
  }

  /** Returns sums that are no older than the call. They change later: read them without waiting. */
  readonly find = (span: RankingSpan): Promise<SumsTable> => {
    const found = this.#entries.get(spanKey(span))
    // Those that were not used for longest come first.
    if (found !== undefined) {
      this.#entries.delete(spanKey(span))
      this.#entries.set(spanKey(span), found)
    }
    return this.prepare(span)
  }

  /** The same, without counting as a use. */
  readonly prepare = async (span: RankingSpan): Promise<SumsTable> => {
    const entry = this.#entryOf(span)
    entry.span = span
    return this.#newest(entry) ?? (await entry.refresh())
  }

  /** Callers that need newer sums at the same time share one read. */
  #entryOf(span: RankingSpan): Entry {
    const found = this.#entries.get(spanKey(span))
    const entry: Entry = found ?? {
      ...{ span, held: null },
      refresh: shareNext(() => this.#refresh(entry)),
    }
    this.#entries.set(spanKey(span), entry)
    if (this.#entries.size > MAX_TABLES) this.#evictOldestDays()
    return entry
  }

  /** The table of days that was not used for longest makes room: those of the few windows, which pages request, stay. */
  #evictOldestDays(): void {
    const oldest = this.#entries.entries().find(([, { span }]) => span.firstDay !== null)
    if (oldest !== undefined) this.#entries.delete(oldest[0])
  }

  #newest({ held, span }: Entry): SumsTable | null {
    const version = this.#version()
    const isNewest =
      held !== null && version !== null && held.version === version && !hasMoved(span, held.read)
    return isNewest ? held.table : null
  }

  async #refresh(entry: Entry): Promise<SumsTable> {
    const newest = this.#newest(entry)
    if (newest !== null) return newest
    const { span, held } = entry
    const version = this.#version()
    const read =
      (held && (await this.#move(held, span))) ??
      (await this.#fromOtherDays(span)) ??
      (await this.#readAll(span))
    entry.held = { ...read, version }
    return read.table
  }

  async #move(held: Held, span: RankingSpan): Promise<Omit<Held, 'version'> | null> {
    const added = await this.#addSettled(held, span)
    if (added !== null) return added
    const { table, read } = held
    const moves = await this.#deps.findMoves(span, read)
    if (moves === null) return null
    for (const sums of moves.sums) table.write(sums)
    return { table, read: moves }
  }

  async #addSettled(
    { table, read }: Held,
    span: RankingSpan,
  ): Promise<Omit<Held, 'version'> | null> {
    const settled = await this.#settled.share(`${read.positions}`, () =>
      this.#deps.findSettled(read.positions),
    )
    if (settled === null || isBefore(settled, span)) return null
    const { positions, records } = settled
    const left = hasMoved(span, read)
      ? await this.#deps.findLeft(span, { positions, span: read.span })
      : []
    if (left === null) return null
    for (const added of records) table.add(added)
    for (const removed of left) table.add(removed, -1)
    return { table, read: { positions, span } }
  }

  async #fromOtherDays(span: RankingSpan): Promise<Omit<Held, 'version'> | null> {
    const nearest = this.#nearestDays(span)
    if (nearest === null) return null
    const { read } = nearest
    const table = nearest.table.copy()
    const days = await this.#deps.findDaysBetween(span, read)
    if (days === null) return null
    const isLonger = Number(span.firstDay) < Number(read.span.firstDay)
    await addAll(table, days.records, isLonger ? 1 : -1)
    for (const sums of days.sums) table.write(sums)
    return { table, read: days }
  }

  #nearestDays({ firstDay }: RankingSpan): Held | null {
    if (firstDay === null) return null
    const distance = ({ read }: Held) => Math.abs(Number(read.span.firstDay) - firstDay)
    const near = [...this.#entries.values()]
      .flatMap(({ held }) => (held === null || held.read.span.firstDay === null ? [] : held))
      .toSorted((a, b) => distance(a) - distance(b))[0]
    return near !== undefined && distance(near) <= MAX_DAYS_BETWEEN ? near : null
  }

  async #readAll(span: RankingSpan): Promise<Omit<Held, 'version'>> {
    const { records, ...read } = await this.#deps.findSums(span)
    const table = new SumsTable(this.#accounts)
    await addAll(table, records)
    return { table, read }
  }
}

function hasMoved({ fromEpochs }: RankingSpan, read: SumsRead): boolean {
  return `${read.span.fromEpochs}` !== `${fromEpochs}`
}

/** Whether a round was settled so late that the window begins after it. */
function isBefore({ firstEpochs }: Settled, { fromEpochs }: RankingSpan): boolean {
  return firstEpochs.some((first, index) => first !== null && first < Number(fromEpochs[index]))
}

/** Other requests have their turn in between. */
async function addAll(table: SumsTable, all: readonly Buffer[], sign = 1): Promise<void> {
  for (const records of all) {
    table.add(records, sign)
    await nextTurn()
  }
}
