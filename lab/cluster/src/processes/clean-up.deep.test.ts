import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** A program that starts the clean-up and a child that names the folder, and waits to be killed. */
function programIn(folder: string): string {
  const cleanUp = new URL('./clean-up.ts', import.meta.url).href
  return `
    const { startCleanUp } = await import(${JSON.stringify(cleanUp)})
    const { spawn } = await import('node:child_process')
    const start = (...args) => spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)', ...args], { detached: true }).pid
    const { addProcess } = startCleanUp(${JSON.stringify(folder)})
    const [named, noted] = [start(${JSON.stringify(folder)}), start()]
    addProcess(noted)
    setTimeout(() => console.log(named + ' ' + noted), 300)
    setInterval(() => 0, 1e6)`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('startCleanUp', () => {
  test.skipIf(process.platform !== 'linux')(
    'ends all programs and removes the folder after the process was killed',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'bullring-chaos-'))
      await writeFile(join(folder, 'data'), '')
      const args = ['--input-type=module', '-e', programIn(folder)]
      const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await once(parent.stdout, 'data')
      const pids = `${line}`.trim().split(' ').map(Number)
      expect(pids.map(isAlive)).toEqual([true, true])
      parent.kill('SIGKILL')
      await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
      await expect.poll(() => stat(folder).catch(() => null)).toBe(null)
    },
  )
})
