import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startChild } from '../processes/child.ts'
import { lockDataFolder } from './run-lock.ts'

let path = ''

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bullring-lock-'))
})

afterEach(() => rm(path, { recursive: true, force: true }))

const sleeper = () =>
  startChild({
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1_000)'],
  })

function writeLock(pid: number, children: { pid: number; program: string }[] = []) {
  return writeFile(join(path, 'running.json'), JSON.stringify({ pid, children }))
}

describe('lockDataFolder', () => {
  test('leaves nothing behind when it is released', async () => {
    const lock = await lockDataFolder(path)
    expect(await readdir(path)).toEqual(['running.json'])
    await lock.release()
    expect(await readdir(path)).toEqual([])
  })

  test('records children that start side by side', async () => {
    const lock = await lockDataFolder(path)
    const pids = Array.from({ length: 200 }, (_, index) => 100_000 + index)
    await Promise.all(pids.map((pid) => lock.addChild(pid, 'game.ts')))
    const { children } = JSON.parse(await readFile(join(path, 'running.json'), 'utf8'))
    expect(children).toEqual(pids.map((pid) => ({ pid, program: 'game.ts' })))
    await lock.release()
  })

  test('error: refuses a folder that another process uses', async () => {
    const other = sleeper()
    await writeLock(other.pid)
    await expect(lockDataFolder(path)).rejects.toThrow(`process ${other.pid}`)
    await other.stop()
  })

  test
    .skipIf(process.platform !== 'linux')
    .each(['/proc/bullring', '/proc/bullring/data', '/dev/null/x'])(
    'error: refuses %s, which cannot be created',
    async (folder) => {
      await expect(lockDataFolder(folder)).rejects.toThrow(`${folder} cannot be written`)
    },
  )

  test('stops what a killed run left behind, but no other program with a reused process id', async () => {
    const dead = sleeper()
    await dead.stop(0)
    const [left, stranger] = [sleeper(), sleeper()]
    await writeLock(dead.pid, [
      { pid: left.pid, program: 'node' },
      { pid: stranger.pid, program: 'anvil' },
    ])
    const lock = await lockDataFolder(path)
    expect(await left.exited).toBe('sleeper was ended by SIGINT')
    expect(stranger.isRunning()).toBe(true)
    await stranger.stop()
    await lock.release()
  })

  test('replaces an unreadable lock file', async () => {
    await writeFile(join(path, 'running.json'), '{')
    const lock = await lockDataFolder(path)
    const stored: unknown = JSON.parse(await readFile(join(path, 'running.json'), 'utf8'))
    expect(stored).toEqual({ pid: process.pid, children: [] })
    await lock.release()
  })
})
