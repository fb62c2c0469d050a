import { readdir } from 'node:fs/promises'
import { StackError } from '../errors.ts'
import { type Backup, folderOf, SEALED, walFolder } from './backup-folder.ts'
import { PROOF } from './proof.ts'

/** Timeline, and place of 8 and 8 hexadecimal digits; the lower 256 of the second count on. */
const SEGMENT = /^[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})$/
const HISTORY = /^[\dA-F]{8}\.history$/
const SEGMENTS_OF_HIGHER = 256

/** Whether a file says where a timeline of the write-ahead log left another. */
export function isHistory(name: string): boolean {
  return HISTORY.test(name)
}

/** Returns the place of a file of the write-ahead log, whatever its timeline; null for a file of another kind. */
export function placeOf(name: string): number | null {
  const [, higher, lower] = SEGMENT.exec(name) ?? []
  if (higher === undefined || lower === undefined) return null
  return Number.parseInt(higher, 16) * SEGMENTS_OF_HIGHER + Number.parseInt(lower, 16)
}

/**
 * Returns the files of the write-ahead log that continue a backup.
 *
 * @param to - Time to restore to, which PostgreSQL refuses when a gap is before it; null for everything.
 * @throws {StackError} when one of them is missing: without a time, PostgreSQL would end there without a word.
 */
export async function segmentsAfter(backup: Backup, to: Date | null): Promise<readonly string[]> {
  const { server, firstSegment, lastSegment } = backup.summary
  const folder = walFolder(folderOf(backup), server)
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith(`${SEALED}${PROOF}`))
    .map((name) => name.slice(0, -(SEALED.length + PROOF.length)))
  const first = placeOf(firstSegment) ?? 0
  const later = names.filter((name) => isHistory(name) || (placeOf(name) ?? -1) >= first)
  const missing = missingPlace(
    later.flatMap((name) => placeOf(name) ?? []),
    { first, last: placeOf(lastSegment) ?? first },
  )
  if (missing === null || to !== null) return later.toSorted()
  throw new StackError(
    `${folder} lacks the changes of ${missing} file(s) after ${backup.name}, so later ones cannot be restored. Take a newer backup, or name with --to a time before the gap.`,
  )
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
