import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Backup, baseFolder, SEALED, walFolder } from './backup-folder.ts'
import { PROOF } from './proof.ts'
import { missingPlace, placeOf, segmentsAfter } from './segments.ts'

describe('placeOf', () => {
  test.each([
    ['000000010000000000000001', 1],
    ['0000000100000000000000FF', 255],
    ['000000020000000100000000', 256],
    ['00000002.history', null],
    ['000000010000000000000002.00000028.backup', null],
  ])('%s', (name, place) => {
    expect(placeOf(name)).toBe(place)
  })
})

describe('missingPlace', () => {
  test('counts what neither the backup nor the archive has', () => {
    const within = { first: 3, last: 4 }
    expect(missingPlace([], within)).toBeNull()
    expect(missingPlace([3, 4, 5, 6], within)).toBeNull()
    expect(missingPlace([5, 5, 6], within)).toBeNull()
    expect(missingPlace([6], within)).toBe(1)
    expect(missingPlace([5, 9], within)).toBe(3)
  })
})

describe('segmentsAfter', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bullring-segments-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const segment = (timeline: number, place: number) =>
    `0000000${timeline}000000000000000${place.toString(16).toUpperCase()}`
  /** Began in place 3 of the first timeline. */
  const backup = () =>
    ({
      name: '20261130T030000Z',
      path: join(baseFolder(folder), '20261130T030000Z'),
      summary: { server: '7', firstSegment: segment(1, 3), lastSegment: segment(1, 3) },
    }) as Backup
  /** The second timeline left the first in place 5. */
  const readHistory = async () => '1\t0/5000110\tno recovery target specified\n'
  async function find(
    names: readonly string[],
    to: Date | null = null,
    ofOtherKey: readonly string[] = [],
  ) {
    const wal = walFolder(folder, '7')
    await mkdir(wal, { recursive: true })
    for (const name of names) await writeFile(join(wal, `${name}${SEALED}${PROOF}`), '')
    const isOfOtherKey = async (name: string) => ofOtherKey.includes(name)
    return await segmentsAfter(backup(), to, { isOfOtherKey, readHistory })
  }

  const RESTORED = ['00000002.history', segment(1, 4), segment(1, 5), segment(1, 6)]

  test('follows a restored server from the file in which it began', async () => {
    const names = [...RESTORED, segment(2, 5), segment(2, 6)].toSorted()
    expect(await find(names)).toEqual(names)
  })

  test('error: a file of the timeline before does not hide a gap after it', async () => {
    const names = [...RESTORED, segment(2, 5), segment(2, 7)]
    await expect(find(names)).rejects.toThrow('lacks the changes of 1 file(s)')
    expect(await find(names, new Date())).toEqual(names.toSorted())
  })

  test('error: what the timeline before has after that file counts for nothing', async () => {
    await expect(find([...RESTORED, segment(2, 6)])).rejects.toThrow('lacks the changes of 1 file')
  })

  test('leaves out what another key sealed, but no gap', async () => {
    const names = [segment(1, 4), segment(1, 5), segment(1, 6)]
    const other = ['00000002.history', segment(2, 6), segment(1, 7)]
    expect(await find([...names, ...other], null, other)).toEqual(names)
    await expect(find(names, null, [segment(1, 5)])).rejects.toThrow('lacks the changes of 1 file')
  })
})
