import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { cpuMs } from './process-usage.ts'

/** Starts children one after the other, each of which computes for 50 ms and ends. */
const PARENT = `
  const { spawnSync } = require('node:child_process')
  const child = 'const end = Date.now() + 50; while (Date.now() < end);'
  for (let count = 0; count < 20; count += 1) spawnSync(process.execPath, ['-e', child])
  setInterval(() => {}, 1_000)
  process.stdout.write('done')`

/** Computes without end. */
const BUSY = 'while :; do :; done'

describe('cpuMs', () => {
  test.each([
    ['the process', BUSY],
    ['a child that runs', `(${BUSY}) & wait`],
  ])('counts %s', async (_, script) => {
    const shell = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' })
    const { pid = 0 } = shell
    try {
      await expect.poll(() => cpuMs(pid)).toBeGreaterThan(50)
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  })

  test('counts again when a child ends meanwhile', async () => {
    const parent = { parent: 0, own: 1, ended: 0 }
    let child = { parent: 1, own: 20, ended: 0 }
    const readChild = () => {
      const read = child
      // Ends after it was read.
      parent.ended = 20
      child = { parent: 0, own: 0, ended: 0 }
      return read
    }
    const table = {
      pids: () => Promise.resolve([1, 2]),
      statOf: (pid: number) => Promise.resolve(pid === 1 ? { ...parent } : readChild()),
    }
    expect(await cpuMs(1, table)).toBe(210)
  })

  test('counts each child while it runs and after it has ended', async () => {
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] })
    const { pid = 0 } = parent
    let isDone = false
    parent.stdout.on('data', () => {
      isDone = true
    })
    try {
      const counts: number[] = []
      while (!isDone) counts.push(await cpuMs(pid))
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect(counts.at(-1)).toBeGreaterThan(0)
    } finally {
      parent.kill()
    }
  })
})
