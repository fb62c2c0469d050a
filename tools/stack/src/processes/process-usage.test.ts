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

describe('cpuMs', () => {
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
