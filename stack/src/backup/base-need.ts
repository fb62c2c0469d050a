import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Backup,
  backupNames,
  baseFolder,
  readBackup,
  SEALED,
  walFolder,
} from './backup-folder.ts'
import { isOfOtherKey } from './sealed-file.ts'
import { archivedNames, missingPlace, placeOf, timelineOf } from './segments.ts'

/** Whose changes an archive gets: those of one timeline, which a restore ends, under one key. */
export type ArchivedServer = {
  identifier: string
  timeline: string
  key: string
  /** Public half of the key. */
  recipient: string
}

/** Whether the archive continues a backup. Without one, what is archived restores nothing. */
export class BaseNeed {
  readonly #folder: string
  readonly #server: ArchivedServer
  #isExamined = false
  #lastPlace: number | null = null
  #raisedAtMs: number | null = null

  constructor(folder: string, server: ArchivedServer) {
    this.#folder = folder
    this.#server = server
  }

  /** Says that the changes up to now are lost. */
  raise(): void {
    this.#raisedAtMs = Date.now()
  }

  /** Takes the names of files that were archived, in their order. */
  follow(names: readonly string[]): void {
    for (const place of names.flatMap((name) => placeOf(name) ?? [])) {
      // The first one shows whether something is missing since the last run.
      if (this.#lastPlace === null) this.#isExamined = false
      else if (place > this.#lastPlace + 1) this.raise()
      this.#lastPlace = Math.max(place, this.#lastPlace ?? place)
    }
  }

  /** Makes a backup if one is needed. */
  async meet(make: () => Promise<unknown>): Promise<void> {
    if (!this.#isExamined) {
      if (!(await this.#continuesBackup())) this.raise()
      this.#isExamined = true
    }
    const raisedAtMs = this.#raisedAtMs
    if (raisedAtMs === null) return
    const newest = await this.#newest()
    if (newest === null || Date.parse(newest.summary.startedAt) < raisedAtMs) await make()
    if (this.#raisedAtMs === raisedAtMs) this.#raisedAtMs = null
  }

  async #continuesBackup(): Promise<boolean> {
    const newest = await this.#newest()
    if (newest === null) return false
    const { firstSegment, lastSegment } = newest.summary
    const [first, last] = [placeOf(firstSegment) ?? 0, placeOf(lastSegment) ?? 0]
    const folder = walFolder(this.#folder, this.#server.identifier)
    const places: number[] = []
    for (const name of archivedNames(await readdir(folder).catch(() => []))) {
      const place = timelineOf(name) === this.#server.timeline ? placeOf(name) : null
      if (place === null || place < first) continue
      // A backup may have come between the exchange of the key and the restart.
      const file = join(folder, `${name}${SEALED}`)
      if (place > last && (await isOfOtherKey(file, this.#server.key))) return false
      places.push(place)
    }
    return missingPlace(places, { first, last }) === null
  }

  /** The newest backup of this timeline; null for none. */
  async #newest(): Promise<Backup | null> {
    for (const name of (await backupNames(this.#folder)).toReversed()) {
      const backup = await readBackup(join(baseFolder(this.#folder), name)).catch(() => null)
      if (backup?.summary.server !== this.#server.identifier) continue
      const { lastSegment, recipient } = backup.summary
      const isOfTimeline = timelineOf(lastSegment) === this.#server.timeline
      if (isOfTimeline && recipient === this.#server.recipient) return backup
    }
    return null
  }
}
