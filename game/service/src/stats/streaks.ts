import type { RunStreaks } from './result-run.ts'

/** Counts rounds won or lost in a row. */
export class Streaks {
  #current = 0
  #wins = 0
  #losses = 0

  add(isWin: boolean): void {
    this.#continue(isWin ? 1 : -1)
  }

  addRun({ count, first, last, wins, losses }: RunStreaks): void {
    this.#continue(first)
    this.#wins = Math.max(this.#wins, wins)
    this.#losses = Math.max(this.#losses, losses)
    if (Math.abs(first) < count) this.#current = last
  }

  read(): { currentStreak: number; longestWins: number; longestLosses: number } {
    return {
      currentStreak: this.#current,
      longestWins: this.#wins,
      longestLosses: this.#losses,
    }
  }

  #continue(streak: number): void {
    const isSame = Math.sign(streak) === Math.sign(this.#current)
    this.#current = isSame ? this.#current + streak : streak
    this.#wins = Math.max(this.#wins, this.#current)
    this.#losses = Math.max(this.#losses, -this.#current)
  }
}
