import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteCheck } from '../backup/check-marks.ts'
import { writeTestBackup } from '../backup/testing/write-test-backup.ts'
import { checkBackup } from './check-backup.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const HOUR_MS = 3_600_000

let root = ''
let folder = ''
let dataDir = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bullring-backup-check-'))
  folder = join(root, 'backups')
  dataDir = join(root, 'data')
  await mkdir(join(dataDir, 'postgres', 'wal-ready'), { recursive: true })
})

afterEach(() => rm(root, { recursive: true }))

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

async function findings(): Promise<readonly string[]> {
  const backups = { folder, key: '' }
  const { run } = checkBackup(null, { backups, dataDir }, () => NOW.getTime())
  const found = await run(new AbortController().signal)
  return found.map(({ capability, state, why }) => `${capability}: ${state}, ${why}`)
}

describe('checkBackup', () => {
  test('says how old the newest backup and its last check are', async () => {
    await writeTestBackup(folder, { finishedAt: hoursAgo(50) })
    await writeTestBackup(folder, { finishedAt: hoursAgo(3) })
    await noteCheck(folder, { backup: 'any', at: hoursAgo(49).toISOString() })
    expect(await findings()).toEqual([
      'backup: on, the newest is 3 h old',
      'restore of the backup: on, last succeeded 2 d ago',
      'backup of each minute: on, ',
    ])
  })

  test('reports what is late', async () => {
    await writeTestBackup(folder, { finishedAt: hoursAgo(30) })
    await noteCheck(folder, { backup: 'any', at: hoursAgo(24 * 9).toISOString() })
    const waiting = join(dataDir, 'postgres', 'wal-ready', '000000010000000000000001')
    await writeFile(waiting, '')
    await utimes(waiting, hoursAgo(1), hoursAgo(1))
    expect(await findings()).toEqual([
      'backup: broken, the newest is 30 h old',
      'restore of the backup: broken, last succeeded 9 d ago',
      'backup of each minute: broken, changes wait for 60 min: see the log',
    ])
  })

  test('reports what was never done', async () => {
    await rm(dataDir, { recursive: true })
    expect(await findings()).toEqual([
      `backup: broken, ${folder} has none`,
      'restore of the backup: broken, never checked',
      'backup of each minute: broken, not running',
    ])
  })

  test('reports a damaged backup', async () => {
    const path = await writeTestBackup(folder, { finishedAt: hoursAgo(1) })
    await writeFile(join(path, 'backup.json'), '{')
    expect((await findings())[0]).toContain('backup: broken, ')
  })

  test('is off without a folder', async () => {
    const { run } = checkBackup(null, { backups: null, dataDir })
    expect(await run(new AbortController().signal)).toEqual([
      { capability: 'backup', state: 'off', why: '', setting: 'BACKUP_DIR' },
    ])
  })
})
