import { describe, expect, test } from 'vitest'
import { findCause } from './find-cause.ts'

class RejectedError extends Error {}

describe('findCause', () => {
  test('finds an error of the type deep in the chain', () => {
    const rejected = new RejectedError('no')
    const error = new Error('outer', { cause: new Error('middle', { cause: rejected }) })
    expect(findCause(error, RejectedError)).toBe(rejected)
  })

  test('returns undefined when no cause has the type, or the value is not an error', () => {
    expect(findCause(new Error('outer'), RejectedError)).toBeUndefined()
    expect(findCause('text', RejectedError)).toBeUndefined()
  })

  test('ends on a circular chain of causes', () => {
    const error = new Error('loop')
    error.cause = error
    expect(findCause(error, RejectedError)).toBeUndefined()
  })
})
