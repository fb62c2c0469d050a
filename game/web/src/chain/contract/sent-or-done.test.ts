import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSafe } from '../safe/open-safe.ts'
import { setSafe } from '../safe/safe.ts'
import { sentOrDone } from './sent-or-done.ts'

const HASH = `0x${'01'.repeat(32)}`
const never = new Promise<never>(() => undefined)
const read = (response: unknown) => (response === HASH ? HASH : undefined)

/** Whether the chain shows the bet, `seconds` after it was sent. */
const shownAfter = (seconds: number) => {
  const start = Date.now()
  return () => Promise.resolve(Date.now() - start >= seconds * 1_000)
}

/** Passes ten minutes, and returns the outcome. */
async function outcome(
  response: Promise<unknown>,
  isDone: () => Promise<boolean>,
  isOver?: () => Promise<boolean>,
) {
  const sent = sentOrDone({ response, read, isDone, isOver }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  return await Promise.race([sent, 'waiting'])
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('sentOrDone', () => {
  test('returns what the wallet names, without reading the chain', async () => {
    const isDone = vi.fn(() => Promise.resolve(false))
    expect(await outcome(Promise.resolve(HASH), isDone)).toBe(HASH)
    expect(isDone).not.toHaveBeenCalled()
  })

  test.each([[null], [undefined], [''], ['0x'], ['sent'], [{}], [{ hash: HASH }], [7], [[]]])(
    'finds on the chain what a wallet has sent that responds with %o',
    async (response) => {
      expect(await outcome(Promise.resolve(response), shownAfter(20))).toBeNull()
    },
  )

  test.each([[null], ['sent'], [{}]])(
    'error: says so when the wallet responds with %o and the chain shows nothing',
    async (response) => {
      const result = await outcome(Promise.resolve(response), () => Promise.resolve(false))
      expect(result).toBeInstanceOf(OutcomeUnknownError)
    },
  )

  test('finds on the chain what a wallet has sent that never responds', async () => {
    expect(await outcome(never, shownAfter(40))).toBeNull()
  })

  test('error: says so when the wallet never responds and the chain shows nothing', async () => {
    const result = await outcome(never, () => Promise.resolve(false))
    expect(result).toBeInstanceOf(OutcomeUnknownError)
  })

  test.each([
    ['until a bet is over', shownAfter(300), expect.any(OutcomeUnknownError)],
    ['for a claim without an end', undefined, 'waiting'],
  ])('waits in Safe, where other requests may be first, %s', async (_, isOver, end) => {
    openSafe(window)
    onTestFinished(() => setSafe(null))
    expect(await outcome(never, () => Promise.resolve(false), isOver)).toEqual(end)
  })

  test('keeps looking while the node does not respond', async () => {
    const isShown = shownAfter(20)
    const isDone = async () => {
      if (await isShown()) return true
      throw new Error('The node is down')
    }
    expect(await outcome(Promise.resolve(null), isDone)).toBeNull()
  })

  test('error: passes the wallet’s error on, and stops reading the chain', async () => {
    const isDone = vi.fn(() => Promise.resolve(false))
    const refused = new Error('User rejected')
    expect(await outcome(Promise.reject(refused), isDone)).toBe(refused)
    expect(isDone).not.toHaveBeenCalled()
  })
})
