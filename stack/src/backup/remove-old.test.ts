import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SEALED, walFolder } from './backup-folder.ts'
import { PROOF } from './proof.ts'
import { removeOld } from './remove-old.ts'
import { writeTestBackup } from './testing/write-test-backup.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const DAY_MS = 86_400_000

let folder = ''
let notes: string[] = []

beforeEach(async () => {
  notes = []
  folder = await mkdtemp(join(tmpdir(), 'bullring-old-'))
})

afterEach(() => rm(folder, { recursive: true }))

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const segment = (place: number) => `00000001000000000000000${place}`

const remove = () => removeOld(folder, 7, NOW, (sentence) => notes.push(sentence))
const withProof = (name: string) => [name + SEALED, name + SEALED + PROOF]

const writeBackup = async (days: number, place: number) =>
  basename(await writeTestBackup(folder, { finishedAt: daysAgo(days), place }))

async function writeSegment(name: string, days: number, server = '7'): Promise<void> {
  await mkdir(walFolder(folder, server), { recursive: true })
  const file = join(walFolder(folder, server), `${name}${SEALED}`)
  await writeFile(file, '')
  await writeFile(`${file}${PROOF}`, '')
  for (const each of [file, `${file}${PROOF}`]) await utimes(each, daysAgo(days), daysAgo(days))
}

describe('removeOld', () => {
  test('removes old backups and the log before the oldest that stays', async () => {
    const old = await writeBackup(9, 1)
    const kept = [await writeBackup(5, 3), await writeBackup(1, 5)]
    for (const place of [1, 2, 3, 4, 5]) await writeSegment(segment(place), 9 - place)
    await writeSegment('00000002.history', 9)
    expect(await remove()).toEqual([old])
    expect((await readdir(join(folder, 'base'))).toSorted()).toEqual(kept)
    expect((await readdir(walFolder(folder, '7'))).toSorted()).toEqual(
      [segment(3), segment(4), segment(5), '00000002.history'].flatMap(withProof),
    )
  })

  test('names a damaged one, and removes the others', async () => {
    const damaged = await writeBackup(10, 1)
    await writeFile(join(folder, 'base', damaged, 'backup.json'), '{')
    const old = await writeBackup(9, 1)
    const newest = await writeBackup(1, 3)
    expect(await remove()).toEqual([old])
    expect((await readdir(join(folder, 'base'))).toSorted()).toEqual([damaged, newest])
    expect(notes).toEqual([expect.stringContaining(`${damaged} is damaged`)])
  })

  test('keeps the newest, however old', async () => {
    await writeBackup(90, 1)
    const newest = await writeBackup(80, 2)
    await remove()
    expect(await readdir(join(folder, 'base'))).toEqual([newest])
  })

  test('keeps the log of a server without a backup for as long', async () => {
    await writeBackup(1, 1)
    await writeSegment(segment(1), 8, '8')
    await writeSegment(segment(2), 6, '8')
    await remove()
    expect(await readdir(walFolder(folder, '8'))).toEqual(withProof(segment(2)))
  })
})
