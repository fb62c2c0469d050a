import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPairing, secondsLeft } from './pairing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a pairing. The test plays the relay and the wallet. */
function setUp() {
  const attempts: {
    uri: (uri: string) => void
    accept: () => void
    fail: (error: Error) => void
  }[] = []
  const [onConnected, onError] = [vi.fn(), vi.fn()]
  const pairing = createPairing({
    connect: (uri) =>
      new Promise((accept, fail) => {
        attempts.push({ uri, accept, fail })
      }),
    onConnected,
    onError,
  })
  const latest = () => {
    const attempt = attempts.at(-1)
    if (attempt === undefined) throw new Error('Nothing was attempted')
    return attempt
  }
  return {
    pairing,
    attempts,
    latest,
    onConnected,
    onError,
    state: () => pairing.getState().pairing,
  }
}

describe('createPairing', () => {
  test('creates a link that is usable for four minutes less ten seconds', () => {
    const { pairing, latest, state } = setUp()
    pairing.start()
    expect(state().status).toBe('starting')
    latest().uri('wc:1')
    expect(state()).toMatchObject({ status: 'ready', uri: 'wc:1' })
    expect(secondsLeft(state(), Date.now())).toBe(230)
  })

  test('keeps a usable link and replaces an expired one', () => {
    const { pairing, attempts, latest } = setUp()
    pairing.start()
    pairing.start()
    latest().uri('wc:1')
    vi.advanceTimersByTime(229_000)
    pairing.start()
    expect(attempts).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    pairing.start()
    expect(attempts).toHaveLength(2)
  })

  test('replaces an expiring link only until keepFresh is stopped', () => {
    const { pairing, attempts, latest, state } = setUp()
    const stop = pairing.keepFresh()
    pairing.start()
    latest().uri('wc:1')
    vi.advanceTimersByTime(230_000)
    expect(attempts).toHaveLength(2)
    latest().uri('wc:2')
    expect(state().uri).toBe('wc:2')
    stop()
    vi.advanceTimersByTime(230_000)
    expect(attempts).toHaveLength(2)
    expect(state().status).toBe('idle')
  })

  test('ignores attempts that a newer one has replaced', async () => {
    const { pairing, attempts, latest, state, onError } = setUp()
    pairing.start()
    latest().uri('wc:1')
    pairing.restart()
    latest().uri('wc:2')
    attempts[0]?.uri('wc:late')
    attempts[0]?.fail(new Error('Proposal expired'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ status: 'ready', uri: 'wc:2' })
    expect(onError).not.toHaveBeenCalled()
  })

  test('distinguishes a rejection from an error', async () => {
    const { pairing, latest, state } = setUp()
    pairing.start()
    latest().fail(Object.assign(new Error('no'), { code: 5000 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().status).toBe('declined')
    pairing.restart()
    latest().fail(new Error('Something broke'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ status: 'failed', message: 'Something broke' })
  })

  test.each([
    [3_000, 'Unauthorized: origin not allowed', 'siteRefused'],
    [3_000, 'Unauthorized: invalid key', 'projectRefused'],
    [3_000, 'JWT validation error: JWT Token is not yet valid: 1', 'clockRefused'],
    [3_000, 'JWT validation error: token has expired', 'clockRefused'],
    [3_001, 'Too many requests', 'busy'],
    [-32_000, 'The relay did not reply in time.', 'unreachable'],
    [-32_603, 'Storage error', 'failed'],
  ])('finds out why the relay fails: %i %s', async (code, message, status) => {
    const { pairing, latest, state } = setUp()
    pairing.start()
    latest().fail(Object.assign(new Error(message), { name: 'WalletConnectError', code }))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().status).toBe(status)
  })

  test('reports the relay as unreachable when no link arrives within 15 s', () => {
    const { pairing, state } = setUp()
    pairing.start()
    vi.advanceTimersByTime(15_000)
    expect(state().status).toBe('unreachable')
  })

  test('reports that a wallet has connected', async () => {
    const { pairing, latest, onConnected, state } = setUp()
    pairing.start()
    latest().uri('wc:1')
    latest().accept()
    await vi.advanceTimersByTimeAsync(0)
    expect(onConnected).toHaveBeenCalledTimes(1)
    expect(state().status).toBe('idle')
  })
})
