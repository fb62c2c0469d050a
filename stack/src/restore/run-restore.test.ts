import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Backup } from '../backup/backup-folder.ts'
import { lastCheck } from '../backup/check-marks.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { startInstallation, type TestInstallation } from '../backup/testing/test-installation.ts'
import { repositoryRoot } from '../repository-root.ts'

let installed: TestInstallation
let backup: Backup

beforeAll(async () => {
  installed = await startInstallation()
  backup = await makeBackup({ ...installed, signal: new AbortController().signal })
})

afterAll(() => installed.stop())

async function restore(args: readonly string[], env: Record<string, string> = installed.env) {
  const script = join(repositoryRoot, 'stack/src/bin/restore.ts')
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...env },
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors, code }
}

describe('npm run restore', () => {
  test('--check proves the newest backup, notes it, and leaves nothing', async () => {
    expect(await lastCheck(installed.folder)).toBeNull()
    const left = join(dirname(installed.dataDir), 'bullring-check-1')
    await mkdir(left)
    await utimes(left, new Date(0), new Date(0))
    const { output, errors, code } = await restore(['latest', '--check'])
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(output).toMatch(/^vault\s+0002-telegram-logins/m)
    expect(output).toContain(`✓ ${backup.path} can be restored`)
    expect((await readdir(dirname(installed.dataDir))).toSorted()).toEqual(['backups', 'data'])
    expect((await lastCheck(installed.folder))?.backup).toBe(backup.name)
  })

  test('needs nothing but backup and key on a new machine', async () => {
    const target = join(installed.root, 'new')
    const args = [backup.path, '--data-dir', target, '--json']
    const { output, code } = await restore(args, { BACKUP_KEY: installed.key })
    expect(code).toBe(0)
    expect(JSON.parse(output).databases).toContainEqual(
      expect.objectContaining({ name: 'game', migration: '0005-first-paused-epoch', block: null }),
    )
    expect((await readdir(target)).toSorted()).toEqual(['bullring.json', 'postgres'])
  })

  const refused = [
    [[], 'Name a backup'],
    [['latest'], 'either --check or --data-dir'],
    [['latest', '--check', '--data-dir', '/x'], 'either --check or --data-dir'],
    [['latest', '--check', '--to', 'yesterday'], '--to must be a time with its zone'],
    [['latest', '--check', '--to', '2026-11-30T12:00:00'], '--to must be a time with its zone'],
    [['20200101T000000Z', '--check'], 'has no backup 20200101T000000Z'],
    [['/proc', '--check'], '/proc is not a backup'],
  ] as const

  // Each starts a process.
  test.each(inject('isDeep') ? refused : refused.slice(-1))('error: %j', async (args, sentence) => {
    const { errors, code } = await restore(args)
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
  })
})
