import { startChild } from '@bullring/stack/processes/child'
import { describe, expect, test } from 'vitest'
import { supervise } from './supervise.ts'

const sleeper = () =>
  startChild({
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'setInterval(() => 0, 1e6)'],
  })

describe('supervise', () => {
  test('restarts a killed program, and stops it', async () => {
    const pids: number[] = []
    const supervised = await supervise({
      name: 'sleeper',
      start: () => {
        const child = sleeper()
        pids.push(child.pid)
        return Promise.resolve(child)
      },
      report: () => undefined,
    })
    expect(supervised.kill()).toBe(true)
    await expect.poll(() => supervised.starts()).toBe(2)
    expect(pids[0]).not.toBe(pids[1])
    await supervised.stop()
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('tries again while the program does not start', async () => {
    const reports: string[] = []
    let attempts = 0
    const supervised = await supervise({
      name: 'sleeper',
      start: () => {
        attempts += 1
        if (attempts === 2 || attempts === 3) return Promise.reject(new Error('the port is in use'))
        return Promise.resolve(sleeper())
      },
      report: (text) => reports.push(text),
    })
    supervised.kill()
    await expect.poll(() => supervised.starts()).toBe(2)
    expect(attempts).toBe(4)
    expect(reports.filter((text) => text.includes('the port is in use'))).toHaveLength(2)
    await supervised.stop()
  })

  test('error: rejects when the first start fails', async () => {
    const start = () => Promise.reject(new Error('no such program'))
    await expect(supervise({ name: 'none', start, report: () => undefined })).rejects.toThrow(
      'no such program',
    )
  })
})
