import { hasShare, unsharedPart } from './hand-out-share.ts'
import { type CountedNetwork, networksOf } from './networks-of.ts'

/** Callers that a node does not know yet may take this part of the limit before the next exchange. */
const UNSHARED = 1 / 20

type Holder = {
  max: number
  own: number
  others: number
  /** Taken here since the last exchange. */
  added: number
  /** Time at which `others` was read. */
  knownAtMs: number
}

/** Count that a caller holds at this node, for other nodes. */
export type CallerHold = { caller: string; held: number }

/** Counts what each caller holds, such as live connections, and with IPv6 each /48. With several nodes, `SharedLimits` exchanges the counts. */
export class HeldCounts {
  readonly #max: number
  readonly #onCount: () => void
  readonly #holders = new Map<string, Holder>()
  readonly #due = new Set<string>()
  #nodes = 1

  /**
   * @param max - What one caller may hold, at all nodes.
   * @param onCount - Called with each count.
   */
  constructor(max: number, onCount: () => void = () => undefined) {
    this.#max = max
    this.#onCount = onCount
  }

  /** Returns whether `caller` may take one more. */
  hasRoom(caller: string, nowMs = performance.now()): boolean {
    this.#onCount()
    return networksOf(caller).every((network) => {
      const holder = this.#holderOf(network)
      const left = holder.max - holder.own - holder.others
      const hasRoom = left >= 1 && this.#hasShare(holder, left, nowMs)
      // The counts of other nodes may be lower by now.
      if (!hasRoom && this.#nodes > 1) this.#due.add(network.key)
      return hasRoom
    })
  }

  add(caller: string): void {
    this.#onCount()
    for (const network of networksOf(caller)) {
      const holder = this.#holderOf(network)
      holder.own += 1
      holder.added += 1
      this.#holders.set(network.key, holder)
      if (this.#nodes > 1) this.#due.add(network.key)
    }
  }

  remove(caller: string): void {
    this.#onCount()
    for (const { key } of networksOf(caller)) {
      const holder = this.#holders.get(key)
      if (holder === undefined) continue
      holder.own -= 1
      if (this.#nodes > 1) this.#due.add(key)
      else if (holder.own === 0) this.#holders.delete(key)
    }
  }

  /** Sets the number of nodes that count the same callers; 1 while this one counts alone. */
  shareAmong(nodes: number): void {
    if (nodes > 1 && this.#nodes === 1) this.shareAll()
    if (nodes === 1 && this.#nodes > 1) this.#forgetOthers()
    this.#nodes = nodes
  }

  /** Shares everything again: the other nodes have forgotten the counts of this one. */
  shareAll(): void {
    for (const caller of this.#holders.keys()) this.#due.add(caller)
  }

  /** Removes and returns callers whose counts have changed, at most `max`. */
  takeDue(max: number): CallerHold[] {
    const callers = [...this.#due].slice(0, max)
    return callers.map((caller) => {
      this.#due.delete(caller)
      const holder = this.#holders.get(caller)
      if (holder !== undefined) holder.added = 0
      return { caller, held: holder?.own ?? 0 }
    })
  }

  /** Takes over the count that a caller holds at the other nodes. */
  adopt(caller: string, others: number, nowMs = performance.now()): void {
    const holder = this.#holders.get(caller)
    if (holder === undefined) return
    holder.others = others
    holder.knownAtMs = nowMs
    if (holder.own === 0 && !this.#due.has(caller)) this.#holders.delete(caller)
  }

  #holderOf({ key, factor }: CountedNetwork): Holder {
    return this.#holders.get(key) ?? newHolder(this.#max * factor)
  }

  #hasShare({ max, added, knownAtMs }: Holder, left: number, nowMs: number): boolean {
    const state = { left, handedOut: added, knownForMs: nowMs - knownAtMs }
    const unshared = unsharedPart(max, UNSHARED)
    return hasShare(state, 1, { nodes: this.#nodes, unshared })
  }

  #forgetOthers(): void {
    this.#due.clear()
    for (const [caller, holder] of this.#holders) {
      holder.others = 0
      if (holder.own === 0) this.#holders.delete(caller)
    }
  }
}

function newHolder(max: number): Holder {
  return { max, own: 0, others: 0, added: 0, knownAtMs: Number.NEGATIVE_INFINITY }
}
