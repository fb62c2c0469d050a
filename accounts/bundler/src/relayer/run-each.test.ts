import { expect, test } from 'vitest'
import { readEach } from './run-each.ts'

test('acts on a group before it reads the next, and on what could be read', async () => {
  const steps: string[] = []
  const items = Array.from({ length: 40 }, (_, index) => index)
  const run = readEach(
    items,
    (item) => {
      steps.push(`read ${Math.floor(item / 16)}`)
      return item === 3 ? Promise.reject(new Error('item 3')) : Promise.resolve(item)
    },
    (results) => {
      steps.push(`act on ${results.length}`)
      return Promise.resolve()
    },
  )
  await expect(run).rejects.toThrow('item 3')
  expect([...new Set(steps)]).toEqual([
    'read 0',
    'act on 15',
    'read 1',
    'act on 16',
    'read 2',
    'act on 8',
  ])
})
