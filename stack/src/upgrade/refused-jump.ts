const RELEASE = /^(\d+)\.(\d+)\.(\d+)$/

/**
 * Says why an installation cannot be upgraded from one version to another; null if it can. A version reads the databases of
 * the one before, and the one before starts on its databases.
 */
export function refusedJump(from: string, to: string): string | null {
  const [before, after] = [numbersOf(from), numbersOf(to)]
  if (before === null)
    return `${from} is no release: upgrade it as it was installed, such as with git.`
  if (after === null) return `${to} is no release.`
  const distance = after.findIndex((number, place) => number !== before[place])
  if (distance === -1) return `${to} is installed already.`
  if ((after[distance] ?? 0) < (before[distance] ?? 0))
    return `${to} is older than the installed ${from}. To go back: npm run upgrade -- --rollback.`
  const [major, minor] = after
  const isNext =
    (major === before[0] && minor <= before[1] + 1) || (major === before[0] + 1 && minor === 0)
  return isNext
    ? null
    : `${to} is more than one version after ${from}: upgrade to the versions between first.`
}

function numbersOf(version: string): [number, number, number] | null {
  const [, major, minor, patch] = RELEASE.exec(version) ?? []
  if (major === undefined) return null
  return [Number(major), Number(minor), Number(patch)]
}
