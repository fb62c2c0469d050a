import { describe, expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

describe('outcomeOf', () => {
  test('a runner that failed although no test did is one failure', () => {
    const outcome = outcomeOf('Vitest', false, () => ({ passed: 2, failures: [], files: [] }))
    expect(outcome).toMatchObject({ passed: 2, failures: [{ name: 'Vitest' }] })
  })

  test('a runner without a report is one failure', () => {
    const outcome = outcomeOf('Vitest', true, () => {
      throw new Error('no file')
    })
    expect(outcome).toMatchObject({ passed: 0, failures: [{ name: 'Vitest' }] })
  })
})
