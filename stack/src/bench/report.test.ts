import { afterEach, describe, expect, test, vi } from 'vitest'
import { quantile, report, reportNotRun } from './report.ts'

test('quantile finds the value below which a share lies, in any order', () => {
  const values = [30, 9, 100, 1, 50, 70, 20, 90, 60, 40]
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 50, 100, 100])
  expect(quantile([], 0.5)).toBeNaN()
})

describe('report', () => {
  const exitCode = process.exitCode
  afterEach(() => {
    process.exitCode = exitCode
    vi.restoreAllMocks()
  })

  const figure = { what: 'p99', unit: 'ms', target: 60, bound: 'at most' } as const

  test('shows median, worst and target of what meets it', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    report({ ...figure, reached: 40, worst: 70 })
    expect(write).toHaveBeenCalledWith(
      'met: p99: 40.00 ms, worst 70.00, target at most 60.00, ratio 1.50\n',
    )
    expect(process.exitCode).toBe(exitCode)
  })

  test.each([
    ['above its maximum', 61],
    ['without a number', Number.NaN],
  ])('error: what is %s sets the exit code', (_, reached) => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    report({ ...figure, reached })
    expect(process.exitCode).toBe(1)
  })

  test('a target of none is met by none', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    report({ ...figure, what: 'refused', unit: 'requests', target: 0, reached: 0 })
    expect(write).toHaveBeenCalledWith('met: refused: 0.00 requests, target at most 0.00\n')
  })

  test('what is not run has neither figure nor verdict', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    reportNotRun('a peer', 'not installed')
    expect(write).toHaveBeenCalledWith('not run: a peer: not installed\n')
    expect(process.exitCode).toBe(exitCode)
  })
})
