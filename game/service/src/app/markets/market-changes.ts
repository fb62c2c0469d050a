import type { LastingPart, MarketHistory } from '../../http/cache/lasting-responses.ts'
import type { Changed } from '../../stream/events/changed.ts'
import { accountKeys } from '../../stream/events/step.ts'

/** Accounts and rounds held; beyond them, everything counts as changed. */
const MAX_SUBJECTS = 100_000

/** Remembers at which step of the journal each account and round of a market changed last. */
export class MarketChanges implements MarketHistory {
  #step = 0
  /** Step that may have changed anything. */
  #resetStep = 0
  readonly #accounts = new Map<string, number>()
  readonly #epochs = new Map<number, number>()
  #newestAnswer: bigint | null = null

  get step(): number {
    return this.#step
  }

  /** @param changed - Null where anything may have changed. */
  add(changed: Changed | null): void {
    this.#step += 1
    // Another feed may have smaller ids: its first answer is the new baseline.
    if (changed === null) this.#newestAnswer = null
    if (changed === null || !changed.answers.every((id) => this.#follows(id))) this.#reset()
    else this.#note(changed)
  }

  isChangedSince(step: number, { account, epochs }: LastingPart): boolean {
    if (this.#resetStep > step) return true
    if (account !== null && isAfter(this.#accounts.get(account), step)) return true
    return epochs.some((epoch) => isAfter(this.#epochs.get(epoch), step))
  }

  /** Whether an answer follows all known ones: the first answer after a strike then remains the first. */
  #follows(id: bigint): boolean {
    const isNewest = this.#newestAnswer !== null && id > this.#newestAnswer
    if (this.#newestAnswer === null || isNewest) this.#newestAnswer = id
    return isNewest
  }

  #note({ accounts, epochs }: Changed): void {
    for (const account of accountKeys(accounts)) this.#accounts.set(account, this.#step)
    for (const epoch of epochs) this.#epochs.set(Number(epoch), this.#step)
    if (this.#accounts.size + this.#epochs.size > MAX_SUBJECTS) this.#reset()
  }

  #reset(): void {
    this.#resetStep = this.#step
    this.#accounts.clear()
    this.#epochs.clear()
  }
}

function isAfter(changedAt: number | undefined, step: number): boolean {
  return changedAt !== undefined && changedAt > step
}
