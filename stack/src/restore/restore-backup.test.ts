import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type Backup,
  FILES,
  readBackup,
  SEALED,
  summaryFile,
  walFolder,
} from '../backup/backup-folder.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { PROOF } from '../backup/proof.ts'
import { recipientOf, writeSealed } from '../backup/sealed-file.ts'
import { rewriteSummary } from '../backup/testing/rewrite-summary.ts'
import { startInstallation, type TestInstallation } from '../backup/testing/test-installation.ts'
import { startPostgres } from '../database/postgres.ts'
import { query } from '../testing/query.ts'
import { restoreBackup } from './restore-backup.ts'

const signal = new AbortController().signal

let installed: TestInstallation
let backup: Backup
let between = new Date(0)
let target = ''

beforeAll(async () => {
  installed = await startInstallation()
  target = join(installed.root, 'restored')
  await insert(1)
  backup = await makeBackup({ ...installed, signal })
  await insert(2)
  await sleep(20)
  between = new Date()
  await sleep(20)
  await insert(3)
  await installed.flush()
})

afterAll(() => installed.stop())
afterEach(() => rm(target, { recursive: true, force: true }))

const insert = (id: number) => query(installed.vaultUrl, `insert into probes values (${id}, 'é')`)

const restore = (options: Partial<Parameters<typeof restoreBackup>[1]> = {}, of = backup) =>
  restoreBackup(of, { target, to: null, key: installed.key, signal, ...options })

/** Starts what was restored, as `npm start` would, and returns rows. */
async function rowsOf(statement: string, database = 'vault'): Promise<unknown[]> {
  const folder = join(target, 'postgres')
  const { child, databaseUrl } = await startPostgres({ folder, password: 'test', isDurable: false })
  try {
    return await query(databaseUrl(database), statement)
  } finally {
    await child.stop()
  }
}

/** Copies the backup, with its archive, to a folder where a test may damage it. */
async function copyOf(): Promise<{ folder: string; copy: Backup }> {
  const folder = join(installed.root, 'copies', `${Math.random()}`)
  await cp(installed.folder, folder, { recursive: true })
  return { folder, copy: await readBackup(join(folder, 'base', backup.name)) }
}

async function flipByte(file: string): Promise<void> {
  const content = await readFile(file)
  const middle = content.length >> 1
  content[middle] = (content[middle] ?? 0) ^ 1
  await writeFile(file, content)
}

describe('restoreBackup', () => {
  test('restores every change that was archived, with equal rows', async () => {
    const databases = await restore()
    const statement = 'select * from probes order by id'
    expect(await rowsOf(statement)).toEqual(await query(installed.vaultUrl, statement))
    expect(await readFile(join(target, 'bullring.json'), 'utf8')).toBe(installed.installation)
    expect((await readdir(join(target, 'postgres'))).toSorted()).toContain('data')
    const vault = databases.find(({ name }) => name === 'vault')
    expect(vault?.migration).toBe(backup.summary.migrations['vault'])
    expect(vault?.rows).toBeGreaterThan(2)
    expect(databases.find(({ name }) => name === 'relay')?.migration).toBeNull()
  })

  test('restores to a time between two writes', async () => {
    await restore({ to: between })
    expect(await rowsOf('select id::int from probes order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('error: another key', async () => {
    const key = await generateX25519Identity()
    await expect(restore({ key })).rejects.toThrow('BACKUP_KEY is another key')
  })

  test('error: a time before the backup', async () => {
    const to = new Date(Date.parse(backup.summary.startedAt) - 1_000)
    await expect(restore({ to })).rejects.toThrow('name an earlier backup')
  })

  test('error: a time after the last change', async () => {
    await expect(restore({ to: new Date(Date.now() + 60_000) })).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    )
    expect(await readdir(target)).toEqual([])
  })

  test('error: a folder with files, which stay', async () => {
    await mkdir(target)
    await writeFile(join(target, 'mine'), 'x')
    await expect(restore()).rejects.toThrow('is not empty')
    expect(await readdir(target)).toEqual(['mine'])
  })

  test.each(Object.values(FILES))('error: a changed byte in %s', async (name) => {
    const { copy } = await copyOf()
    await flipByte(join(copy.path, name))
    await expect(restore({}, copy)).rejects.toThrow(`damaged: ${join(copy.path, name)}`)
  })

  test('error: a changed byte that has its checksum', async () => {
    const { copy } = await copyOf()
    const file = join(copy.path, FILES.base)
    await flipByte(file)
    const summary = structuredClone(copy.summary)
    summary.files[FILES.base].sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    const changed = await rewriteSummary(copy, summary, installed.key)
    await expect(restore({}, changed)).rejects.toThrow()
    expect(await readdir(target)).toEqual([])
  })

  test('error: files of another writer, who has the public half of the key', async () => {
    const { copy } = await copyOf()
    const file = join(copy.path, FILES.installation)
    await rm(file)
    const recipient = await recipientOf(installed.key)
    const sealed = await writeSealed(Readable.from(['{}']), file, { recipient, signal })
    const summary = {
      ...copy.summary,
      files: { ...copy.summary.files, [FILES.installation]: sealed },
    }
    await writeFile(summaryFile(copy.path), JSON.stringify(summary))
    const sentence = `${copy.path} was not made with BACKUP_KEY, or was changed`
    await expect(restore({}, await readBackup(copy.path))).rejects.toThrow(sentence)
    await rm(`${summaryFile(copy.path)}${PROOF}`)
    await expect(restore({}, await readBackup(copy.path))).rejects.toThrow(sentence)
  })

  test('error: archived changes of another writer', async () => {
    const { folder, copy } = await copyOf()
    const wal = walFolder(folder, copy.summary.server)
    const name =
      (await readdir(wal))
        .filter((each) => each.endsWith(SEALED))
        .toSorted()
        .at(-1) ?? ''
    await rm(join(wal, name))
    const recipient = await recipientOf(installed.key)
    await writeSealed(Readable.from(['changes']), join(wal, name), { recipient, signal })
    await expect(restore({}, copy)).rejects.toThrow(`${join(wal, name)} was not archived with`)
    expect(await readdir(target)).toEqual([])
  })

  test('error: an earlier backup with the name of a later one', async () => {
    const { copy } = await copyOf()
    const later = join(dirname(copy.path), '29991231T000000Z')
    await rename(copy.path, later)
    await expect(restore({}, await readBackup(later))).rejects.toThrow('has another name')
  })

  test('error: a link among the files', async () => {
    const { copy } = await copyOf()
    const victim = join(installed.root, 'victim')
    await writeFile(victim, 'mine')
    const content = join(installed.root, 'content')
    await mkdir(content)
    await symlink(victim, join(content, 'recovery.signal'))
    const tar = execFileSync('tar', ['-c', '-f', '-', '-C', content, '.'])
    const file = join(copy.path, FILES.base)
    await rm(file)
    const recipient = await recipientOf(installed.key)
    const base = await writeSealed(Readable.from([tar]), file, { recipient, signal })
    const summary = { ...copy.summary, files: { ...copy.summary.files, [FILES.base]: base } }
    const changed = await rewriteSummary(copy, summary, installed.key)
    await expect(restore({}, changed)).rejects.toThrow(
      'recovery.signal, which is no file or folder',
    )
    expect(await readFile(victim, 'utf8')).toBe('mine')
  })

  test('error: a changed byte in the archived changes', async () => {
    const { folder, copy } = await copyOf()
    const wal = walFolder(folder, copy.summary.server)
    const last =
      (await readdir(wal))
        .filter((name) => name.endsWith(SEALED))
        .toSorted()
        .at(-1) ?? ''
    await flipByte(join(wal, last))
    await expect(restore({}, copy)).rejects.toThrow(`damaged: ${join(wal, last)}`)
    expect(await readdir(target)).toEqual([])
  })

  test.runIf(inject('isDeep'))('error: archived changes with a gap', async () => {
    await insert(4)
    await installed.flush()
    await insert(5)
    await installed.flush()
    const { folder, copy } = await copyOf()
    const wal = walFolder(folder, copy.summary.server)
    const names = (await readdir(wal)).filter((name) => name.endsWith(SEALED)).toSorted()
    await rm(join(wal, `${names.at(-2)}${PROOF}`))
    await expect(restore({}, copy)).rejects.toThrow('lacks the changes of 1 file(s)')
    await restore({ to: between }, copy)
    expect(await rowsOf('select count(*)::int from probes')).toEqual([{ count: 2 }])
    await rm(target, { recursive: true })
    await expect(restore({ to: new Date() }, copy)).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    )
  })

  test.runIf(inject('isDeep'))('error: a database that lacks what the backup had', async () => {
    const { copy } = await copyOf()
    const migrations = { ...copy.summary.migrations, custody: '9999-later' }
    const changed = await rewriteSummary(copy, { ...copy.summary, migrations }, installed.key)
    await expect(restore({}, changed)).rejects.toThrow(
      'The restored database custody lacks 9999-later',
    )
  })

  test('error: another major version of PostgreSQL', async () => {
    const summary = { ...backup.summary, postgres: '17.2' }
    await expect(restore({}, { ...backup, summary })).rejects.toThrow('is of PostgreSQL 17.2')
  })
})
