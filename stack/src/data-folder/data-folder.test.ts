import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder, setDataAside } from './data-folder.ts'

let path = ''

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bullring-folder-'))
})

afterEach(() => rm(path, { recursive: true, force: true }))

function open(overrides: { chainId?: number; isFresh?: boolean } = {}) {
  return openDataFolder({ path, chainId: 31_337, roundSeconds: 60, isFresh: false, ...overrides })
}

describe('openDataFolder', () => {
  test('creates a folder and reopens it', async () => {
    const made = await open()
    expect(made.isNew).toBe(true)
    const found = await open()
    expect(found).toMatchObject({ isNew: false, manifest: made.manifest })
  })

  test('deletes its data with isFresh, but no foreign files', async () => {
    const { manifest } = await open()
    await writeFile(join(path, 'holiday.jpg'), '')
    const fresh = await open({ isFresh: true })
    expect(fresh.isNew).toBe(true)
    expect(fresh.manifest.databasePassword).not.toBe(manifest.databasePassword)
    expect(await readdir(path)).toContain('holiday.jpg')
  })

  test('error: refuses a folder with foreign files, even with isFresh', async () => {
    await writeFile(join(path, 'holiday.jpg'), '')
    await expect(open()).rejects.toThrow('is not a Bullring data folder')
    await expect(open({ isFresh: true })).rejects.toThrow('is not a Bullring data folder')
    expect(await readdir(path)).toEqual(['holiday.jpg'])
  })

  test.each(['', '{', '{"version":2}'])(
    'error: reports the manifest %j as damaged',
    async (text) => {
      await writeFile(join(path, 'bullring.json'), text)
      await expect(open()).rejects.toThrow('is damaged')
    },
  )

  test('error: refuses to continue another chain', async () => {
    await open()
    await expect(open({ chainId: 1_337 })).rejects.toThrow('contains chain 31337')
  })

  test('error: names a folder that cannot be created', async () => {
    await writeFile(join(path, 'file'), '')
    const below = openDataFolder({
      path: join(path, 'file', 'data'),
      chainId: 1,
      roundSeconds: 60,
      isFresh: false,
    })
    await expect(below).rejects.toThrow('cannot be created or written (ENOTDIR)')
  })
})

describe('setDataAside', () => {
  const now = new Date('2026-05-04T03:02:01.000Z')

  test('moves chain and database to a folder that can be opened', async () => {
    const { manifest, chainStateFile, databaseFolder } = await open()
    await writeFile(chainStateFile, 'state')
    await mkdir(databaseFolder)
    await writeFile(join(databaseFolder, 'PG_VERSION'), '17')
    const kept = ['bullring.log', 'bullring.log.1', 'bullring.log.2', 'running.json']
    for (const name of kept) await writeFile(join(path, name), '{}')
    const aside = await setDataAside(path, now)
    expect(aside).toBe(join(path, 'until-2026-05-04T03-02-01.000Z'))
    const old = await openDataFolder({
      path: aside,
      chainId: 31_337,
      roundSeconds: 60,
      isFresh: false,
    })
    expect(old).toMatchObject({ isNew: false, manifest })
    expect(await readFile(old.chainStateFile, 'utf8')).toBe('state')
    expect(await readdir(old.databaseFolder)).toEqual(['PG_VERSION'])
    expect((await readdir(path)).toSorted()).toEqual([...kept, expect.any(String)])
    expect(await open()).toMatchObject({ isNew: true })
    expect(await readdir(aside)).toContain('postgres')
  })
})
