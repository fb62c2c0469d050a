import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog, LOG_LEVELS } from './log.ts'

afterEach(() => vi.restoreAllMocks())

const written = () =>
  (['error', 'warn', 'info', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockReturnValue(),
  )

describe('createLog', () => {
  test.each([
    ['silent', 0],
    ['error', 1],
    ['warn', 2],
    ['info', 3],
    ['debug', 4],
  ] as const)('%s writes messages of %i levels', (level, count) => {
    const spies = written()
    const log = createLog(level)
    for (const each of LOG_LEVELS) if (each !== 'silent') log(each, 'swap failed', { attempt: 1 })
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual(
      spies.map((_, index) => (index < count ? 1 : 0)),
    )
    for (const spy of spies.slice(0, count)) {
      expect(spy).toHaveBeenCalledWith('[wallet-kit] swap failed', { attempt: 1 })
    }
  })
})
