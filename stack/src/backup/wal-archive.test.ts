import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startPostgres } from '../database/postgres.ts'
import { restoreBackup } from '../restore/restore-backup.ts'
import { query } from '../testing/query.ts'
import { backupNames, baseFolder, readBackup, SEALED, walFolder } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { openSpool } from './spool.ts'
import { startInstallation, type TestInstallation } from './testing/test-installation.ts'
import { keepArchiving } from './wal-archive.ts'

const signal = new AbortController().signal

let installed: TestInstallation

beforeEach(async () => {
  installed = await startInstallation({ archiveSeconds: 2 })
})

afterEach(() => installed.stop())

async function archived(server: string): Promise<readonly string[]> {
  return (await readdir(walFolder(installed.folder, server)).catch(() => [])).toSorted()
}

describe('openSpool', () => {
  test('archives each minute unless a test says otherwise', async () => {
    const parameters = await openSpool(join(installed.root, 'other'))
    expect(parameters).toMatchObject({ archive_mode: 'on', archive_timeout: '60' })
  })
})

describe('keepArchiving', () => {
  test('saves changes after a restart, which makes no backup, and after a crash', async () => {
    const { server } = (await makeBackup({ ...installed, signal })).summary
    await installed.postgres.child.stop()
    await installed.archive.stop()
    const before = await archived(server)
    const databaseFolder = join(installed.dataDir, 'postgres')
    const parameters = await openSpool(databaseFolder, 2)
    const options = { folder: databaseFolder, password: 'test', isDurable: false, parameters }
    const { child, adminUrl, databaseUrl } = await startPostgres(options)
    const archive = await keepArchiving(
      { ...installed, databaseFolder, adminUrl, makeBase: async () => undefined, wakeMs: 1_000 },
      () => undefined,
    )
    try {
      await query(databaseUrl('vault'), "insert into probes values (1, 'kept')")
      // The next checkpoint comes after five minutes.
      await expect.poll(() => archived(server), { timeout: 30_000 }).not.toEqual(before)
      const kill = query(databaseUrl('vault'), `copy (select 1) to program 'kill -9 $PPID'`)
      await expect(kill).rejects.toThrow()
      const insert = () => query(databaseUrl('vault'), "insert into probes values (2, 'kept')")
      await vi.waitFor(insert, { timeout: 10_000, interval: 200 })
      const saved = await archived(server)
      await expect.poll(() => archived(server), { timeout: 30_000 }).not.toEqual(saved)
    } finally {
      await child.stop()
      await archive.stop()
    }
  })

  test('saves changes without a command: they survive the loss of the whole data folder', async () => {
    const backup = await makeBackup({ ...installed, signal })
    await query(installed.vaultUrl, "insert into probes values (1, 'kept')")
    const writtenAtMs = performance.now()
    const place = 'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment'
    const [row] = (await query(installed.adminUrl, place)) as { segment: string }[]
    await expect.poll(() => archived(backup.summary.server)).toContain(`${row?.segment}${SEALED}`)
    // The time of the server, a poll, and a slow machine.
    expect(performance.now() - writtenAtMs).toBeLessThan(30_000)
    installed.postgres.child.process.kill('SIGKILL')
    await installed.postgres.child.exited
    await rm(installed.dataDir, { recursive: true })
    const target = join(installed.root, 'restored')
    await restoreBackup(backup, { ...installed, target, to: null, signal })
    const folder = join(target, 'postgres')
    const restored = await startPostgres({ folder, password: 'test', isDurable: false })
    try {
      expect(await query(restored.databaseUrl('vault'), 'select note from probes')).toEqual([
        { note: 'kept' },
      ])
      // The restored server begins another timeline: a later restore must find where.
      const { adminUrl } = restored
      const archive = await keepArchiving(
        { ...installed, databaseFolder: folder, adminUrl, makeBase: async () => undefined },
        () => undefined,
      )
      await expect
        .poll(() => archived(backup.summary.server))
        .toContain(`00000002.history${SEALED}`)
      await restored.child.stop()
      await archive.stop()
    } finally {
      await restored.child.stop()
    }
    expect((await readBackup(backup.path)).summary).toEqual(backup.summary)
  })

  test.runIf(inject('isDeep'))(
    'continues under another key, and backups of both keys can be restored',
    async () => {
      const insert = (id: number) =>
        query(installed.vaultUrl, `insert into probes values (${id}, '')`)
      const databaseFolder = join(installed.dataDir, 'postgres')
      await writeFile(join(databaseFolder, 'data', 'pg_wal', '00000001.history'), '')
      const before = await makeBackup({ ...installed, signal })
      const { server } = before.summary
      await insert(1)
      await installed.flush()
      await expect.poll(() => archived(server)).toContain(`00000001.history${SEALED}`)
      await installed.archive.stop()
      // A crash came between the archive and the removal from the spool.
      const first = '000000010000000000000001'
      expect(await archived(server)).toContain(`${first}${SEALED}`)
      await writeFile(join(databaseFolder, 'wal-ready', first), 'changes')
      const other = { ...installed, key: await generateX25519Identity() }
      const notes: string[] = []
      const archive = await keepArchiving(
        { ...other, databaseFolder, makeBase: async () => undefined },
        (sentence) => notes.push(sentence),
      )
      await insert(2)
      const after = await makeBackup({ ...other, signal })
      await insert(3)
      await installed.flush()
      await installed.postgres.child.stop()
      await archive.stop()
      expect(notes).toEqual([])
      const target = join(installed.root, 'restored')
      for (const [backup, key, ids] of [
        [before, installed.key, [1]],
        [after, other.key, [1, 2, 3]],
      ] as const) {
        await restoreBackup(backup, { key, target, to: null, signal })
        const folder = join(target, 'postgres')
        const restored = await startPostgres({ folder, password: 'test', isDurable: false })
        const rows = await query(restored.databaseUrl('vault'), 'select id::int from probes')
        await restored.child.stop()
        expect(rows).toEqual(ids.map((id) => ({ id })))
        await rm(target, { recursive: true })
      }
    },
  )

  test('keeps what it cannot archive, says so once, and continues', async () => {
    const backup = await makeBackup({ ...installed, signal })
    const folder = walFolder(installed.folder, backup.summary.server)
    await installed.flush()
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'a file where the folder was')
    await query(installed.vaultUrl, "insert into probes values (2, 'late')")
    await expect.poll(() => installed.notes.length).toBe(1)
    expect(installed.notes[0]).toMatch(/^changes since the last backup are not archived: ENOTDIR/)
    await rm(folder)
    await rename(`${folder}.away`, folder)
    await installed.flush()
    await expect.poll(() => installed.notes.at(-1)).toBe('changes are backed up again')
  })

  test.runIf(inject('isDeep'))(
    'drops changes beyond the bound, and makes a backup when BACKUP_DIR is back',
    async () => {
      await makeBackup({ ...installed, signal })
      await installed.flush()
      await installed.archive.stop()
      const { adminUrl, folder } = installed
      const databaseFolder = join(installed.dataDir, 'postgres')
      const notes: string[] = []
      const makeBase = () => makeBackup({ ...installed, signal })
      const options = { ...installed, databaseFolder, adminUrl, makeBase, mostBytes: 40_000_000 }
      const archive = await keepArchiving(options, (sentence) => notes.push(sentence))
      await rename(folder, `${folder}.away`)
      await writeFile(folder, 'a file where the folder was')
      for (let changes = 0; changes < 4; changes += 1) {
        await query(installed.vaultUrl, `insert into probes values (${changes}, 'lost')`)
        await query(adminUrl, 'select pg_switch_wal()')
      }
      await expect.poll(() => notes.join(), { timeout: 30_000 }).toContain('they are dropped')
      await expect.poll(() => archive.waiting().bytes).toBeLessThan(40_000_000)
      await rm(folder)
      await rename(`${folder}.away`, folder)
      const baseNames = () => backupNames(folder)
      await expect.poll(baseNames, { timeout: 90_000, interval: 500 }).toHaveLength(2)
      await installed.postgres.child.stop()
      await archive.stop()
      const backup = await readBackup(join(baseFolder(folder), (await baseNames()).at(-1) ?? ''))
      const target = join(installed.root, 'restored')
      await restoreBackup(backup, { ...installed, target, to: null, signal })
    },
    180_000,
  )
})
