import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { Outbox } from './outbox.ts'

const MESSAGE = { topic: 'aa', message: 'text', ttl: 300, tag: 1_109, prompt: false }
const DAY_MS = 86_400_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens an outbox whose relay fails with `code` until it is undefined. */
async function start(code: number) {
  const relay: { code: number | undefined; published: number } = { code, published: 0 }
  const outbox = await Outbox.open({
    storage: createMemoryStorage(),
    nowMs: Date.now,
    publish: () => {
      relay.published += 1
      if (relay.code === undefined) return Promise.resolve()
      return Promise.reject(new WalletConnectError(relay.code, 'No'))
    },
  })
  await outbox.stage('a', MESSAGE)
  return { outbox, relay }
}

test.each([CODES.relayRefused, CODES.relayUnreachable])(
  'sends a message when the relay accepts the client again: %i',
  async (code) => {
    const { outbox, relay } = await start(code)
    await expect(outbox.deliver('a')).rejects.toMatchObject({ code })
    await vi.advanceTimersByTimeAsync(600_000)
    // Once per minute at most, after the first ones.
    expect(relay.published).toBeLessThan(20)
    expect(outbox.has('a')).toBe(true)
    relay.code = undefined
    await vi.advanceTimersByTimeAsync(60_000)
    expect(outbox.has('a')).toBe(false)
    const { published } = relay
    await vi.advanceTimersByTimeAsync(600_000)
    expect(relay.published).toBe(published)
  },
)

test('ends with the time of the message', async () => {
  const { outbox, relay } = await start(CODES.relayRefused)
  await outbox.deliver('a').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(DAY_MS + 60_000)
  expect(outbox.has('a')).toBe(false)
  const { published } = relay
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(relay.published).toBe(published)
})

test('does not repeat a message that the relay refuses, nor when it is stopped', async () => {
  const refused = await start(-32_600)
  await refused.outbox.deliver('a').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(refused.relay.published).toBe(1)

  const stopped = await start(CODES.relayRefused)
  await stopped.outbox.deliver('a').catch(() => undefined)
  stopped.outbox.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(stopped.relay.published).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
