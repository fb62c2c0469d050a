import { describe, expect, test } from 'vitest'
import { together } from './together.ts'

describe('together', () => {
  test('returns the results of both', async () => {
    expect(await together(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two'])
  })

  test('error: throws a failure only once the other step has ended', async () => {
    const other = Promise.withResolvers<void>()
    let hasThrown = false
    const both = together(Promise.reject(new Error('refused')), other.promise).catch(
      (error: Error) => {
        hasThrown = true
        return error.message
      },
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasThrown).toBe(false)
    other.resolve()
    expect(await both).toBe('refused')
  })
})
