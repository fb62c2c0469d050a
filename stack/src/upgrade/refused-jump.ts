const RELEASE = /^(\d+)\.(\d+)\.(\d+)$/
const HEADING = /^## \[(\d+\.\d+\.\d+)\]/gm

type Numbers = readonly [major: number, minor: number, patch: number]

/**
 * Says why an installation cannot be upgraded from one version to another; null if it can. A version reads the databases of
 * the minor version released before it, and that one starts on its databases; across two, neither is tested.
 *
 * @param changelog - `CHANGELOG.md` of the newer version, which names every release.
 */
export function refusedJump(from: string, to: string, changelog: string): string | null {
  const [before, after] = [numbersOf(from), numbersOf(to)]
  if (before === null)
    return `${from} is no release: upgrade it as it was installed, such as with git.`
  if (after === null) return `${to} is no release.`
  const order = compare(after, before)
  if (order === 0) return `${to} is installed already.`
  if (order < 0)
    return `${to} is older than the installed ${from}. To go back: npm run upgrade -- --rollback.`
  const released = [...changelog.matchAll(HEADING)]
    .map(([, name]) => numbersOf(name))
    .filter((each) => each !== null)
  if (!released.some((each) => isSameMinor(each, before)))
    return `The CHANGELOG.md of ${to} does not name ${from}, so nothing says whether a version is between them.`
  const skipped = released
    .filter((each) => compare(each, before) > 0 && compare(each, after) < 0)
    .filter((each) => !isSameMinor(each, before) && !isSameMinor(each, after))
    .toSorted(compare)
  const [next] = skipped
  if (next === undefined) return null
  const newest = skipped.findLast((each) => isSameMinor(each, next)) ?? next
  return `${to} is more than one minor version after ${from}: upgrade to ${newest.join('.')} first.`
}

function numbersOf(version = ''): Numbers | null {
  const [, major, minor, patch] = RELEASE.exec(version) ?? []
  if (major === undefined) return null
  return [Number(major), Number(minor), Number(patch)]
}

function isSameMinor(one: Numbers, other: Numbers): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

function compare(one: Numbers, other: Numbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}
