import { POSITION_HEADER, parsePositions, positionsText } from '@bullring/game-api/positions'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { PlainResponse } from './plain-response.ts'

/** Part of a response that is of one market. */
export type LastingPart = {
  symbol: string
  /** Account whose bets and claims it has, in lower case; null for none. */
  account: string | null
  /** Rounds it has. */
  epochs: readonly number[]
  /** Whether it is the same at another chain time; null where it always is. */
  holdsAt: ((now: UnixSeconds) => boolean) | null
}

/** Steps of a market's journal, as this process has received them. */
export type MarketHistory = {
  /** Number of steps so far. */
  readonly step: number
  /** Whether a later step than `step` may have changed what the part has. */
  isChangedSince: (step: number, part: LastingPart) => boolean
}

/** An open market whose index is complete. */
export type LastingMarket = {
  symbol: string
  history: MarketHistory
  /** Position of the newest step. */
  position: number
  /** Whether reads have all that the steps have announced. */
  isRead: boolean
  /** Time of the newest block: earlier than before after a reorg. */
  blockTime: UnixSeconds
  /** Chain time. */
  now: UnixSeconds
}

type KeptPart = LastingPart & {
  history: MarketHistory
  /** Step and times at which the part was found unchanged last. */
  step: number
  blockTime: UnixSeconds
  checkedAt: UnixSeconds | null
}

type Kept = {
  response: PlainResponse
  parts: readonly KeptPart[]
  bytes: number
  storedAtMs: number
}

export type LastingLimits = { maxBytes: number; maxAgeMs: number }

/**
 * Bets that `GAME_KEEP_BETS_DAYS` drops leave no trace in the journal: they may be shown so much longer.
 */
const LIMITS: LastingLimits = { maxBytes: 64 * 2 ** 20, maxAgeMs: 600_000 }

/** Memory of an entry besides key and body. */
const ENTRY_BYTES = 1_024

/** State of the markets at the start of a read. */
export type ReadStart = ReadonlyMap<string, Pick<KeptPart, 'history' | 'step' | 'blockTime'>>

/**
 * Holds responses until a step of the journal changes what they have. A block that does not concern them leaves them
 * as they are, apart from the position they name.
 */
export class LastingResponses {
  readonly #entries = new Map<string, Kept>()
  readonly #open: () => readonly LastingMarket[]
  readonly #limits: LastingLimits
  #bytes = 0

  constructor(open: () => readonly LastingMarket[], limits: LastingLimits = LIMITS) {
    this.#open = open
    this.#limits = limits
  }

  find(key: string): PlainResponse | undefined {
    const kept = this.#entries.get(key)
    if (kept === undefined) return undefined
    if (performance.now() - kept.storedAtMs < this.#limits.maxAgeMs && this.#refresh(kept)) {
      return kept.response
    }
    this.#delete(key, kept)
    return undefined
  }

  /** Returns the state before a response is computed, for `keep`. */
  start(): ReadStart {
    const read = this.#open().filter(({ isRead }) => isRead)
    return new Map(
      read.map(({ symbol, history, blockTime }) => [
        symbol,
        { history, step: history.step, blockTime },
      ]),
    )
  }

  /** Keeps a response that was computed since `start`, unless a later step has changed what it has. */
  keep(
    key: string,
    response: PlainResponse,
    start: ReadStart,
    parts: readonly LastingPart[],
  ): void {
    const kept = parts.flatMap((part): KeptPart[] => {
      const market = start.get(part.symbol)
      return market === undefined ? [] : [{ ...part, ...market, checkedAt: null }]
    })
    const bytes = key.length + response.body.length + ENTRY_BYTES
    if (kept.length < parts.length || bytes > this.#limits.maxBytes) return
    const entry = { response, parts: kept, bytes, storedAtMs: performance.now() }
    const before = this.#entries.get(key)
    if (before !== undefined) this.#delete(key, before)
    if (!this.#refresh(entry)) return
    this.#entries.set(key, entry)
    this.#bytes += bytes
    this.#makeRoom()
  }

  /** Moves an entry to the newest step; returns false when that or an earlier one has changed it. */
  #refresh(kept: Kept): boolean {
    const markets = this.#open()
    const moved: LastingMarket[] = []
    for (const part of kept.parts) {
      const market = markets.find(({ symbol }) => symbol === part.symbol)
      if (market === undefined || !isValid(part, market)) return false
      if (part.step !== market.history.step) moved.push(market)
      part.step = market.history.step
      part.blockTime = market.blockTime
      part.checkedAt = market.now
    }
    if (moved.length > 0) kept.response = atPositions(kept.response, moved)
    return true
  }

  #makeRoom(): void {
    for (const [key, kept] of this.#entries) {
      if (this.#bytes <= this.#limits.maxBytes) return
      this.#delete(key, kept)
    }
  }

  #delete(key: string, { bytes }: Kept): void {
    this.#entries.delete(key)
    this.#bytes -= bytes
  }
}

/** A market that was opened again has another history. */
function isValid(part: KeptPart, { history, blockTime, now }: LastingMarket): boolean {
  if (history !== part.history || blockTime < part.blockTime) return false
  if (history.step !== part.step && history.isChangedSince(part.step, part)) return false
  return part.checkedAt === now || part.holdsAt === null || part.holdsAt(now)
}

/** Returns the response with the position of the markets' newest steps, up to which it was found unchanged. */
function atPositions(response: PlainResponse, markets: readonly LastingMarket[]): PlainResponse {
  const at = response.headers.indexOf(POSITION_HEADER)
  if (at < 0) return response
  const positions = new Map(parsePositions(response.headers[at + 1]))
  for (const { symbol, position } of markets) {
    // It may have been computed after a step that had not arrived yet.
    positions.set(symbol, Math.max(position, positions.get(symbol) ?? 0))
  }
  return { ...response, headers: response.headers.with(at + 1, positionsText(positions)) }
}
