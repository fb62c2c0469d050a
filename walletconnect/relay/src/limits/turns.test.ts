import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('runs one task of a key at a time, in order, whatever becomes of the others', async () => {
  const turns = new Turns()
  const started: string[] = []
  const begin = (key: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const result = turns.run(key, () => {
      started.push(name)
      return promise
    })
    return { result, resolve, reject }
  }
  const [first, second, third] = [begin('a', '1'), begin('a', '2'), begin('a', '3')]
  const other = begin('b', 'other')
  other.resolve('other')
  expect(await other.result).toBe('other')
  expect(started).toEqual(['1', 'other'])
  first.reject(new Error('a failure'))
  await expect(first.result).rejects.toThrow('a failure')
  await expect.poll(() => started).toEqual(['1', 'other', '2'])
  second.resolve('2')
  third.resolve('3')
  expect(await Promise.all([second.result, third.result])).toEqual(['2', '3'])
  expect(started).toEqual(['1', 'other', '2', '3'])
})

test('lets a number of tasks of a key wait, until one has run', async () => {
  const turns = new Turns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const tasks = Array.from({ length: 11 }, () => {
    expect(turns.isFull('a')).toBe(false)
    return turns.run('a', () => promise)
  })
  expect([turns.isFull('a'), turns.isFull('b')]).toEqual([true, false])
  resolve()
  await Promise.all(tasks)
  expect(turns.isFull('a')).toBe(false)
})
