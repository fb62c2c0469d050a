import { expect, test } from 'vitest'
import { shareNext } from './share-next.ts'

test('a call during a run waits for one that starts later, which others share', async () => {
  const runs: PromiseWithResolvers<number>[] = []
  const read = shareNext(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  const calls = [read(), read(), read()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  await expect.poll(() => runs.length).toBe(2)
  const late = read()
  runs[1]?.reject(new Error('broken'))
  expect(await calls[0]).toBe(1)
  await expect(calls[1]).rejects.toThrow('broken')
  await expect(calls[2]).rejects.toThrow('broken')
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.resolve(3)
  expect(await late).toBe(3)
})
