import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OverloadedError } from '../http/errors/errors.ts'
import { LoadShedder, type ShedReason } from './load-shedder.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const flush = () => vi.advanceTimersByTimeAsync(0)

/** Tasks that end when the test ends them. */
function createTasks(options: Partial<ConstructorParameters<typeof LoadShedder>[0]> = {}) {
  const sheds: ShedReason[] = []
  const shedder = new LoadShedder({
    concurrent: 2,
    onShed: (reason) => sheds.push(reason),
    ...options,
  })
  const running: (() => void)[] = []
  const outcomes: string[] = []
  const start = (name: string) => {
    const task = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.push(resolve)
      return promise
    }
    shedder.run(task).then(
      () => outcomes.push(`${name} ran`),
      (error: unknown) => {
        if (!(error instanceof OverloadedError)) throw error
        expect(Number(error.headers['retry-after'])).toBeGreaterThan(0)
        outcomes.push(`${name} refused`)
      },
    )
    return flush()
  }
  const end = () => {
    running.shift()?.()
    return flush()
  }
  return { shedder, start, end, running, outcomes, sheds }
}

describe('LoadShedder', () => {
  test('runs as many as it may, and the others in order', async () => {
    const { start, end, running, outcomes, shedder } = createTasks()
    for (const name of ['a', 'b', 'c', 'd']) await start(name)
    expect([running.length, shedder.waiting]).toEqual([2, 2])
    for (let times = 0; times < 4; times += 1) await end()
    expect(outcomes).toEqual(['a ran', 'b ran', 'c ran', 'd ran'])
    await start('e')
    expect(running).toHaveLength(1)
  })

  test('runs tasks in their order, and never more at once', async () => {
    const { start, running, shedder } = createTasks()
    for (const name of ['a', 'b', 'c']) await start(name)
    running.shift()?.()
    void start('d')
    await flush()
    expect([running.length, shedder.waiting]).toEqual([2, 1])
  })

  test('refuses tasks that have waited for a second, also when no task ends', async () => {
    const { start, outcomes, sheds, shedder } = createTasks()
    for (const name of ['a', 'b', 'c']) await start(name)
    await vi.advanceTimersByTimeAsync(999)
    expect(outcomes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([outcomes, sheds, shedder.waiting]).toEqual([['c refused'], ['wait'], 0])
  })

  test('refuses at once a task that would wait for more than a second', async () => {
    const { start, end, outcomes, sheds } = createTasks()
    // Tasks take long.
    for (let times = 0; times < 40; times += 1) {
      await start('slow')
      await vi.advanceTimersByTimeAsync(400)
      await end()
    }
    outcomes.length = 0
    for (let times = 0; times < 9; times += 1) await start(`${times}`)
    expect(sheds.every((reason) => reason === 'queue')).toBe(true)
    expect(outcomes).toEqual(['7 refused', '8 refused'])
  })

  test('refuses at once when all that run hang', async () => {
    const { start, outcomes } = createTasks()
    for (const name of ['a', 'b', 'c', 'd']) await start(name)
    await vi.advanceTimersByTimeAsync(700)
    await start('e')
    expect(outcomes).toEqual(['e refused'])
  })

  test('takes a burst of short tasks for no hang', async () => {
    const { start, outcomes, shedder } = createTasks({ concurrent: 8 })
    for (let count = 0; count < 68; count += 1) await start('a')
    await vi.advanceTimersByTimeAsync(20)
    await start('b')
    expect([outcomes, shedder.waiting]).toEqual([[], 61])
  })

  test('lets none wait while the event loop is late', async () => {
    let isLate = true
    const { start, outcomes, sheds } = createTasks({ isLoopLate: () => isLate })
    for (const name of ['a', 'b', 'c']) await start(name)
    expect([outcomes, sheds]).toEqual([['c refused'], ['loop']])
    isLate = false
    await start('d')
    expect(outcomes).toEqual(['c refused'])
  })

  test('lets later parts of running tasks go first, and refuses them only after a second', async () => {
    const { start, end, running, shedder } = createTasks()
    for (const name of ['a', 'b', 'c']) await start(name)
    let parts = 0
    const acquired = [shedder.acquire(true), shedder.acquire(true)].map((part) =>
      part.then(() => {
        parts += 1
      }),
    )
    acquired[1]?.catch(() => undefined)
    await end()
    expect([parts, running.length, shedder.waiting]).toEqual([1, 1, 2])
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(acquired[1]).rejects.toThrow(OverloadedError)
  })

  test('counts the parts of a task together when it estimates a wait', async () => {
    const { start, sheds, shedder } = createTasks({ concurrent: 1 })
    for (let times = 0; times < 40; times += 1) {
      for (const isUrgent of [false, true, true]) {
        const release = await shedder.acquire(isUrgent)
        await vi.advanceTimersByTimeAsync(100)
        release()
      }
    }
    for (let times = 0; times < 5; times += 1) await start(`${times}`)
    // The first runs. Each waiting request takes 300 ms.
    expect([shedder.waiting, sheds]).toEqual([3, ['queue']])
  })

  test('a task that fails makes room', async () => {
    const { shedder } = createTasks({ concurrent: 1 })
    await expect(shedder.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(shedder.run(() => Promise.resolve('ran'))).resolves.toBe('ran')
  })
})
