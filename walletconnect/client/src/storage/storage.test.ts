import { expect, test, vi } from 'vitest'
import { isText } from '../shape.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { Records, type Storage } from './storage.ts'

/** Opens two pages with one storage. */
function openPages() {
  const storage = createMemoryStorage()
  const listeners = [new Set<(key: string) => void>(), new Set<(key: string) => void>()] as const
  const page = (own: 0 | 1): Storage => {
    const report = (key: string) => {
      for (const listener of listeners[own === 0 ? 1 : 0]) listener(key)
    }
    return {
      ...storage,
      set: async (key, value) => {
        await storage.set(key, value)
        report(key)
      },
      delete: async (key) => {
        await storage.delete(key)
        report(key)
      },
      watch: (onChange) => void listeners[own].add(onChange),
    }
  }
  return [page(0), page(1)] as const
}

test('records follow the changes of other pages', async () => {
  const [first, second] = openPages()
  const ours = await Records.open(first, 'name', isText)
  const theirs = await Records.open(second, 'name', isText)
  const onChange = vi.fn()
  theirs.onChange(onChange)
  await ours.set('a', 'Ada')
  await expect.poll(() => theirs.get('a')).toBe('Ada')
  await ours.delete('a')
  await expect.poll(() => theirs.all()).toEqual([])
  expect(onChange.mock.calls).toEqual([
    ['a', 'Ada', undefined],
    ['a', undefined, 'Ada'],
  ])
})

test('what a page is writing is newer than what another one has written', async () => {
  const [first, second] = openPages()
  const ours = await Records.open(first, 'name', isText)
  const theirs = await Records.open(second, 'name', isText)
  const onChange = vi.fn()
  theirs.onChange(onChange)
  const [, written] = [ours.set('a', 'Ada'), theirs.set('a', 'Bob')]
  await written
  await expect.poll(() => ours.get('a')).toBe('Bob')
  expect(theirs.get('a')).toBe('Bob')
})
