import { readdir } from 'node:fs/promises'
import { StackError } from '../errors.ts'
import { type Backup, folderOf, SEALED, walFolder } from './backup-folder.ts'
import { PROOF } from './proof.ts'

/** Timeline, and place of 8 and 8 hexadecimal digits; the lower 256 of the second count on. */
const SEGMENT = /^([\dA-F]{8})([\dA-F]{8})([\dA-F]{8})$/
const HISTORY = /^([\dA-F]{8})\.history$/
/** A timeline, and the position at which the next one left it, such as `1	0/3000110	no recovery target specified`. */
const HISTORY_LINE = /^(\d+)\s+([\dA-F]+)\/([\dA-F]+)/gm
const SEGMENTS_OF_HIGHER = 256
const HEX = 16
const SEGMENT_BITS = 24

/** Whether a file says where a timeline of the write-ahead log left another. */
export function isHistory(name: string): boolean {
  return HISTORY.test(name)
}

/** Returns the place of a file of the write-ahead log, whatever its timeline; null for a file of another kind. */
export function placeOf(name: string): number | null {
  const [, , higher, lower] = SEGMENT.exec(name) ?? []
  if (higher === undefined || lower === undefined) return null
  return Number.parseInt(higher, HEX) * SEGMENTS_OF_HIGHER + Number.parseInt(lower, HEX)
}

/** Returns the timeline that a file of the write-ahead log belongs to; null for a file of another kind. */
export function timelineOf(name: string): string | null {
  return SEGMENT.exec(name)?.[1] ?? HISTORY.exec(name)?.[1] ?? null
}

/** Returns the names of the archived files among those of a folder: each has its proof. */
export function archivedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => name.endsWith(`${SEALED}${PROOF}`))
    .map((name) => name.slice(0, -(SEALED.length + PROOF.length)))
}

/**
 * Returns the files of the write-ahead log that continue a backup under its key.
 *
 * @param to - Time to restore to, which PostgreSQL refuses when a gap is before it; null for everything.
 * @param archive.isOfOtherKey - Whether an archived file is sealed for another key than the backup.
 * @param archive.readHistory - Reads an archived file of history.
 * @throws {StackError} when one of them is missing: without a time, PostgreSQL would end there without a word.
 */
export async function segmentsAfter(
  backup: Backup,
  to: Date | null,
  archive: {
    isOfOtherKey: (name: string) => Promise<boolean>
    readHistory: (name: string) => Promise<string>
  },
): Promise<readonly string[]> {
  const { server, firstSegment, lastSegment } = backup.summary
  const folder = walFolder(folderOf(backup), server)
  const names = archivedNames(await readdir(folder).catch(() => []))
  const first = placeOf(firstSegment) ?? 0
  const later: string[] = []
  for (const name of names) {
    const isLater = isHistory(name) || (placeOf(name) ?? -1) >= first
    if (isLater && !(await archive.isOfOtherKey(name))) later.push(name)
  }
  if (to !== null) return later.toSorted()
  const newest = later.filter(isHistory).toSorted().at(-1)
  const lineOf = timelineAt(
    newest === undefined
      ? null
      : { timeline: timelineOf(newest) ?? '', history: await archive.readHistory(newest) },
  )
  const followed = later.filter((name) => {
    const place = placeOf(name)
    return place !== null && (lineOf === null || timelineOf(name) === lineOf(place))
  })
  const missing = missingPlace(
    followed.flatMap((name) => placeOf(name) ?? []),
    { first, last: placeOf(lastSegment) ?? first },
  )
  if (missing === null) return later.toSorted()
  throw new StackError(
    `${folder} lacks the changes of ${missing} file(s) after ${backup.name}, so later ones cannot be restored. Take a newer backup, or name with --to a time before the gap.`,
  )
}

/** Returns which timeline a restore follows at a place; null where there is one only. */
function timelineAt(
  newest: { timeline: string; history: string } | null,
): ((place: number) => string) | null {
  if (newest === null) return null
  const left = [...newest.history.matchAll(HISTORY_LINE)].map(([, line, higher, lower]) => ({
    timeline: Number(line).toString(HEX).toUpperCase().padStart(8, '0'),
    // The new timeline has a copy of the file in which it begins.
    before:
      Number.parseInt(higher ?? '', HEX) * SEGMENTS_OF_HIGHER +
      (Number.parseInt(lower ?? '', HEX) >>> SEGMENT_BITS),
  }))
  return (place) => left.find(({ before }) => place < before)?.timeline ?? newest.timeline
}

/** Returns how many places are missing between those a backup contains and the last of `places`; null for none. */
export function missingPlace(
  places: readonly number[],
  { first, last }: { first: number; last: number },
): number | null {
  const present = new Set(places)
  for (let place = first; place <= last; place += 1) present.add(place)
  const end = Math.max(last, ...present)
  const missing = end - first + 1 - present.size
  return missing === 0 ? null : missing
}
