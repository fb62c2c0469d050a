import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StackSettings } from '../settings.ts'
import { type DataFolder, openDataFolder, writeManifest } from './data-folder.ts'
import { openCurrentFolder } from './open-current-folder.ts'

const LOCAL = { kind: 'local', id: 31_337, roundSeconds: 60 }
const PUBLIC = { kind: 'public', id: 56 }

let path = ''
let notes: string[] = []

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bullring-current-'))
  notes = []
})

afterEach(() => rm(path, { recursive: true, force: true }))

/** Creates a folder as versions before the first release left it. */
async function createOldFolder(chain: { id: number; roundSeconds?: number }): Promise<DataFolder> {
  const { id: chainId, roundSeconds = 0 } = chain
  const folder = await openDataFolder({ path, chainId, roundSeconds, isFresh: false })
  const { tables: _, ...old } = folder.manifest
  await writeManifest(path, old)
  await mkdir(folder.databaseFolder)
  return folder
}

const open = (chain: object, databaseUrl: string | null = null) =>
  openCurrentFolder(
    { dataDir: path, isFresh: false, databaseUrl, chain } as unknown as StackSettings,
    { note: (text) => notes.push(text), step: (_, work) => work() },
  )

describe('openCurrentFolder', () => {
  test('sets a database of a version before the first release aside, once', async () => {
    const { manifest } = await createOldFolder(LOCAL)
    const made = await open(LOCAL)
    expect(made.isNew).toBe(true)
    expect(made.manifest.databasePassword).not.toBe(manifest.databasePassword)
    const [, aside = ''] = /are kept in (\S+); the new database is empty/.exec(notes[0] ?? '') ?? []
    expect(notes[0]).toMatch(
      /^the database here is of a version before the first release: starting a new chain/,
    )
    expect((await readdir(aside)).toSorted()).toEqual(['bullring.json', 'chain', 'postgres'])
    expect(await open(LOCAL)).toMatchObject({ isNew: false, manifest: made.manifest })
    expect(notes).toHaveLength(1)
  })

  test('says where the keys of a public chain are', async () => {
    await createOldFolder(PUBLIC)
    expect(await open(PUBLIC)).toMatchObject({ isNew: true })
    expect(notes).toEqual([
      expect.stringMatching(
        /starting with an empty database\. The old database, and the keys of the embedded wallet, are kept in/,
      ),
    ])
  })

  test("continues with the operator's database, which the services check themselves", async () => {
    const { manifest } = await createOldFolder(LOCAL)
    const found = await open(LOCAL, 'postgres://db.example/game')
    expect(found).toMatchObject({
      isNew: false,
      manifest: { databasePassword: manifest.databasePassword },
    })
    expect(notes).toEqual([])
  })
})
