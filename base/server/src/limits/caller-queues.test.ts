import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CallerQueues } from './caller-queues.ts'

test('runs the tasks of a caller one at a time, and forgets the caller', async () => {
  const queues = new CallerQueues()
  const running: (() => void)[] = []
  const run = (caller: string) =>
    queues.run(caller, () => new Promise<void>((resolve) => running.push(resolve)))
  const site = ['2001:db8:1:1::', '2001:db8:1:2::']
  const tasks = ['192.0.2.1', '192.0.2.1', '192.0.2.2', ...site].map(run)
  await nextTurn()
  expect([running.length, queues.size]).toEqual([3, 3])
  for (let ended = 0; ended < tasks.length; ended += 1) {
    running[ended]?.()
    await nextTurn()
  }
  await Promise.all(tasks)
  expect(queues.size).toBe(0)
})
