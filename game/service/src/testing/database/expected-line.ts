/** The first and the last point, and the first lowest and the first highest one of each slot of about as many. */
export function shortLine<point extends { rounds: number; netResults: bigint }>(
  all: readonly point[],
  slots = 1,
): point[] {
  const shown = Array.from({ length: slots }, (_, slot) => {
    const end = (part: number) => Math.ceil((part * all.length) / slots)
    const points = all.slice(end(slot), end(slot + 1))
    return [firstOf(points, (a, b) => a < b), firstOf(points, (a, b) => a > b)]
  })
  const places = new Set([all[0], all.at(-1), ...shown.flat()])
  return all.filter((point) => places.has(point))
}

function firstOf<point extends { netResults: bigint }>(
  points: readonly point[],
  isBefore: (a: bigint, b: bigint) => boolean,
): point | undefined {
  return points.reduce<point | undefined>(
    (best, point) =>
      best === undefined || isBefore(point.netResults, best.netResults) ? point : best,
    undefined,
  )
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
