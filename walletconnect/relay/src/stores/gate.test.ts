import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

test('runs a number of tasks at once, in order, whatever becomes of the others', async () => {
  const gate = new Gate(2)
  const started: number[] = []
  const tasks = [0, 1, 2, 3].map((number) => ({ number, ...Promise.withResolvers<void>() }))
  const results = tasks.map(({ number, promise }) =>
    gate.run(() => {
      started.push(number)
      return promise
    }),
  )
  expect(started).toEqual([0, 1])
  tasks[1]?.reject(new Error('a failure'))
  await expect(results[1]).rejects.toThrow('a failure')
  expect(started).toEqual([0, 1, 2])
  tasks[0]?.resolve()
  await results[0]
  expect(started).toEqual([0, 1, 2, 3])
  for (const { resolve } of tasks) resolve()
  await Promise.all([results[2], results[3]])
})
