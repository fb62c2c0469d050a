import { describe, expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

describe('InFlight', () => {
  test('shares at most 8,192 requests; further ones run alone (R-RPC-7)', async () => {
    const inFlight = new InFlight<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    let started = 0
    const start = () => {
      started += 1
      return promise
    }
    const keys = Array.from({ length: 8_193 }, (_, index) => `${index}`)
    const running = [...keys, ...keys].map((key) => inFlight.run(key, start))
    expect(started).toBe(8_194)
    resolve()
    await Promise.all(running)
    void inFlight.run('8192', start)
    void inFlight.run('8192', start)
    expect(started).toBe(8_195)
  })
})
