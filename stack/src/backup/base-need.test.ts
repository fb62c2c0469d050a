import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { baseFolder, SEALED, stampOf, walFolder } from './backup-folder.ts'
import { BaseNeed } from './base-need.ts'
import { PROOF } from './proof.ts'
import { recipientOf, writeSealed } from './sealed-file.ts'

const key = await generateX25519Identity()
const SERVER = { identifier: '7', timeline: '00000001', key, recipient: 'age1' }
const segment = (place: number, timeline = SERVER.timeline) =>
  `${timeline}00000000${place.toString(16).toUpperCase().padStart(8, '0')}`

let folder: string
let made: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-need-'))
  made = 0
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes what is known of a backup that begins and ends in a file. */
async function addBackup(place: number, startedAt = new Date(), server = SERVER) {
  const path = join(baseFolder(folder), stampOf(startedAt))
  await mkdir(path, { recursive: true })
  const names = ['base.tar.zst.age', 'backup_manifest.zst.age', 'bullring.json.zst.age']
  const summary = {
    format: 1,
    version: '0',
    postgres: '18',
    recipient: 'age1',
    migrations: {},
    server: server.identifier,
    startedAt: startedAt.toISOString(),
    finishedAt: startedAt.toISOString(),
    firstSegment: segment(place, server.timeline),
    lastSegment: segment(place, server.timeline),
    files: Object.fromEntries(names.map((name) => [name, { bytes: 1, sha256: '' }])),
  }
  await writeFile(join(path, 'backup.json'), JSON.stringify(summary))
}

async function archive(...names: string[]) {
  const wal = walFolder(folder, SERVER.identifier)
  await mkdir(wal, { recursive: true })
  for (const name of names) await writeFile(join(wal, `${name}${SEALED}${PROOF}`), '')
}

const make = async () => {
  made += 1
  await addBackup(20, new Date(Date.now() + made * 1_000))
}
const aMinuteAgo = () => new Date(Date.now() - 60_000)

describe('BaseNeed', () => {
  test('needs a backup where there is none, once', async () => {
    const need = new BaseNeed(folder, SERVER)
    await need.meet(make)
    await need.meet(make)
    expect(made).toBe(1)
  })

  test('needs none where the archive continues one', async () => {
    await addBackup(3, aMinuteAgo())
    await archive(segment(4), segment(5))
    const need = new BaseNeed(folder, SERVER)
    await need.meet(make)
    await archive(segment(6))
    need.follow([segment(6), '00000002.history'])
    need.follow([segment(6)])
    await need.meet(make)
    expect(made).toBe(0)
  })

  test('needs one where changes after the backup are under the key before it', async () => {
    await addBackup(3, aMinuteAgo())
    await archive(segment(3), segment(4), segment(5))
    const { signal } = new AbortController()
    const recipient = await recipientOf(await generateX25519Identity())
    const seal = (name: string) =>
      writeSealed(
        Readable.from(['changes']),
        join(walFolder(folder, SERVER.identifier), `${name}${SEALED}`),
        { recipient, signal },
      )
    // The backup contains this file.
    await seal(segment(3))
    await new BaseNeed(folder, SERVER).meet(make)
    expect(made).toBe(0)
    await seal(segment(4))
    await new BaseNeed(folder, SERVER).meet(make)
    expect(made).toBe(1)
  })

  test('needs one after a restore, on another server, and under another key', async () => {
    await addBackup(3, aMinuteAgo())
    for (const server of [
      { ...SERVER, timeline: '00000002' },
      { ...SERVER, identifier: '8' },
      { ...SERVER, recipient: 'age2' },
    ]) {
      made = 0
      await new BaseNeed(folder, server).meet(make)
      expect(made).toBe(1)
    }
  })

  test('needs one after a gap between two runs, which the first file shows', async () => {
    await addBackup(3, aMinuteAgo())
    const need = new BaseNeed(folder, SERVER)
    await need.meet(make)
    expect(made).toBe(0)
    await archive(segment(9))
    need.follow([segment(9)])
    await need.meet(make)
    expect(made).toBe(1)
  })

  test('needs one after a gap within a run, and after changes were dropped', async () => {
    await addBackup(3, aMinuteAgo())
    await archive(segment(4))
    const need = new BaseNeed(folder, SERVER)
    need.follow([segment(4)])
    await need.meet(make)
    need.follow([segment(6)])
    await need.meet(make)
    expect(made).toBe(1)
    need.raise()
    await rm(baseFolder(folder), { recursive: true })
    await need.meet(make)
    expect(made).toBe(2)
  })

  test('tries again after a failure', async () => {
    const need = new BaseNeed(folder, SERVER)
    await expect(need.meet(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
    await need.meet(make)
    expect(made).toBe(1)
  })
})
