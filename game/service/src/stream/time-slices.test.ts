import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type SlicedWork, TimeSlices } from './time-slices.ts'

/** Each step is a slice by itself. */
const STEP_BY_STEP = 0

function* count(steps: number, onStep: (step: number) => void): SlicedWork<number> {
  for (let step = 1; step <= steps; step += 1) {
    onStep(step)
    yield
  }
  return steps
}

describe('TimeSlices', () => {
  test('runs one slice in a turn of the event loop, whatever the number of works', async () => {
    const slices = new TimeSlices(STEP_BY_STEP)
    let steps = 0
    const works = Array.from({ length: 5 }, () => slices.run(count(4, () => (steps += 1))))
    expect(steps).toBe(0)
    let before = 0
    for (let turn = 0; turn < 20; turn += 1) {
      await nextTurn()
      expect(steps - before).toBeLessThanOrEqual(1)
      before = steps
    }
    expect(await Promise.all(works)).toEqual([4, 4, 4, 4, 4])
    expect(steps).toBe(20)
  })

  test('lets works take turns', async () => {
    const slices = new TimeSlices(STEP_BY_STEP)
    const order: string[] = []
    const works = ['a', 'b'].map((name) => slices.run(count(3, (step) => order.push(name + step))))
    await Promise.all(works)
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  })

  test('runs many short tasks in one slice', async () => {
    const slices = new TimeSlices(Number.POSITIVE_INFINITY)
    let tasks = 0
    const all = Array.from({ length: 100 }, () => slices.runTask(() => (tasks += 1)))
    await nextTurn()
    expect(tasks).toBe(100)
    expect((await Promise.all(all)).at(-1)).toBe(100)
  })

  test('error: rejects with what a work throws, and goes on with the others', async () => {
    const slices = new TimeSlices()
    const failing = slices.runTask(() => {
      throw new TypeError('broken')
    })
    const other = slices.run(count(3, () => undefined))
    await expect(failing).rejects.toThrow('broken')
    expect(await other).toBe(3)
  })
})
