/** The first and the last point, the first lowest and the first highest one. */
export function shortLine<point extends { rounds: number; netResults: bigint }>(
  all: point[],
): point[] {
  const first = (isBefore: (a: bigint, b: bigint) => boolean) =>
    all.reduce<point | undefined>(
      (best, point) =>
        best === undefined || isBefore(point.netResults, best.netResults) ? point : best,
      undefined,
    )
  const shown = [all[0], all.at(-1), first((a, b) => a < b), first((a, b) => a > b)]
  return all.filter((point) => shown.includes(point))
}

/** The streaks of results in their order. */
export function streaksOf(wins: readonly boolean[]) {
  let currentStreak = 0
  let [longestWins, longestLosses] = [0, 0]
  for (const isWin of wins) {
    currentStreak = isWin ? Math.max(currentStreak, 0) + 1 : Math.min(currentStreak, 0) - 1
    longestWins = Math.max(longestWins, currentStreak)
    longestLosses = Math.max(longestLosses, -currentStreak)
  }
  return { currentStreak, longestWins, longestLosses }
}
