import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { startPostgres } from '../database/postgres.ts'
import { repositoryRoot } from '../repository-root.ts'
import { restoreBackup } from '../restore/restore-backup.ts'
import { query } from '../testing/query.ts'
import { backupNames, baseFolder, UNFINISHED } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { runBackup } from './run-backup.ts'
import { startInstallation, type TestInstallation } from './testing/test-installation.ts'
import { writeTestBackup } from './testing/write-test-backup.ts'

let installed: TestInstallation

beforeAll(async () => {
  installed = await startInstallation()
})

afterAll(() => installed.stop())

beforeEach(() => rm(baseFolder(installed.folder), { recursive: true, force: true }))

const signal = new AbortController().signal
const options = () => ({ ...installed, signal })

/** Runs `npm run backup` as a process. */
function startCommand(env: Record<string, string> = installed.env, ...args: string[]) {
  const script = join(repositoryRoot, 'stack/src/bin/backup.ts')
  return spawn(process.execPath, [script, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...env },
  })
}

/** Restores to a new folder and returns rows of the vault's database. */
async function restoredRows(backup: Awaited<ReturnType<typeof makeBackup>>, statement: string) {
  const target = join(installed.root, 'restored')
  try {
    const databases = await restoreBackup(backup, { ...installed, target, to: null, signal })
    const { child, databaseUrl } = await startPostgres({
      folder: join(target, 'postgres'),
      password: 'test',
      isDurable: false,
    })
    try {
      return { databases, rows: await query(databaseUrl('vault'), statement) }
    } finally {
      await child.stop()
    }
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

/** Writes rows until it is stopped; returns how many. */
function keepWriting(): { stop: () => Promise<number> } {
  const stopping = new AbortController()
  const write = async () => {
    let count = 0
    while (!stopping.signal.aborted) {
      await query(installed.vaultUrl, `insert into probes values (${count}, repeat('x', 500))`)
      count += 1
    }
    return count
  }
  const written = write()
  return {
    stop: async () => {
      stopping.abort()
      return await written
    },
  }
}

describe('makeBackup', () => {
  test('copies a server under writes: what was written before is there, without gaps', async () => {
    const writing = keepWriting()
    await sleep(500)
    const [{ before } = { before: 0 }] = (await query(
      installed.vaultUrl,
      'select count(*)::int as before from probes',
    )) as { before: number }[]
    const backup = await makeBackup(options())
    const written = await writing.stop()
    const { databases, rows } = await restoredRows(
      backup,
      'select count(*)::int, max(id)::int as last from probes',
    )
    const [{ count, last } = { count: 0, last: 0 }] = rows as { count: number; last: number }[]
    expect(before).toBeGreaterThan(0)
    expect(count).toBeGreaterThanOrEqual(before)
    expect(count).toBeLessThanOrEqual(written)
    expect(last).toBe(count - 1)
    expect(databases.map(({ name }) => name)).toEqual([
      ...['bundler', 'custody', 'game', 'relay', 'vault', 'wallet'],
    ])
  })

  test('leaves nothing that looks complete when it is killed, and the next one works', async () => {
    const child = startCommand()
    const base = baseFolder(installed.folder)
    await expect
      .poll(async () => (await readdir(base).catch(() => [])).join(' '), { interval: 5 })
      .toContain(UNFINISHED)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await backupNames(installed.folder)).toEqual([])
    expect((await readdir(base)).length).toBe(1)
    const backup = await makeBackup(options())
    expect(await readdir(base)).toEqual([backup.name])
  })

  test('error: refuses a second backup at the same time', async () => {
    const both = await Promise.allSettled([makeBackup(options()), makeBackup(options())])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('Another backup') }),
    })
    expect((await readdir(baseFolder(installed.folder))).length).toBe(1)
  })

  test.skipIf(process.platform !== 'linux')(
    'error: names a folder that cannot be written',
    async () => {
      const unwritable = { ...options(), folder: '/proc/bullring' }
      await expect(makeBackup(unwritable)).rejects.toThrow('cannot be written to /proc/bullring')
    },
  )

  test.skipIf(process.getuid?.() !== 0)('error: leaves nothing on a full disk', async (context) => {
    const disk = await mkdtemp(join(tmpdir(), 'bullring-disk-'))
    const mount = spawn('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
    const [code] = await once(mount, 'close')
    try {
      if (code !== 0) return context.skip('this machine mounts nothing')
      await mkdir(join(disk, 'base'))
      await expect(makeBackup({ ...options(), folder: disk })).rejects.toThrow('(ENOSPC)')
      expect(await readdir(join(disk, 'base'))).toEqual([])
    } finally {
      if (code === 0) await once(spawn('/usr/bin/umount', [disk]), 'close')
      await rm(disk, { recursive: true })
    }
  })
})

describe('npm run backup', () => {
  test('prints what it made', async () => {
    const child = startCommand()
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect(errors).toBe('')
    expect(code).toBe(0)
    const { path, server, removed } = JSON.parse(output)
    expect(await backupNames(installed.folder)).toEqual([path.split('/').at(-1)])
    expect(server).toMatch(/^\d+$/)
    expect(removed).toEqual([])
  })

  test.runIf(inject('isDeep'))(
    'removes nothing without --keep-days, as before an upgrade',
    async () => {
      const old = await writeTestBackup(installed.folder, { finishedAt: new Date(0) })
      const stopping = AbortSignal.timeout(60_000)
      const backups = { folder: installed.folder, key: installed.key }
      const dated = { dataDir: installed.dataDir, note: () => undefined, signal: stopping }
      expect((await runBackup(backups, { ...dated, days: null })).removed).toEqual([])
      const child = startCommand()
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
      expect(JSON.parse(output).removed).toEqual([])
      expect((await runBackup(backups, { ...dated, days: 14 })).removed).toEqual([basename(old)])
    },
  )

  test.each([
    ['BACKUP_DIR', 'BACKUP_DIR is not set'],
    ['BACKUP_KEY', 'BACKUP_DIR needs BACKUP_KEY'],
  ])('error: without %s', async (missing, sentence) => {
    const child = startCommand({ ...installed.env, [missing]: '' })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
  })

  test('error: a number of days that is none', async () => {
    const child = startCommand(installed.env, '--keep-days', 'all')
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(code).toBe(1)
    expect(errors).toContain('--keep-days must be a whole number')
  })
})
