import { describe, expect, test } from 'vitest'
import type { FollowOptions, NextStep } from './follow-chain.ts'
import { followChain } from './follow-chain.ts'

const FAILS = new Error('the node is gone')

/** Runs steps with these outcomes, then stops. Pauses are in milliseconds: a timer may fire 1 ms early. */
async function follow(
  outcomes: readonly (NextStep | Error)[],
  options: Partial<FollowOptions> = {},
): Promise<{ pauses: number[]; failures: number[] }> {
  const stopping = new AbortController()
  const times: number[] = []
  const failures: number[] = []
  const step = () => {
    const outcome = outcomes[times.length]
    times.push(performance.now())
    if (outcome === undefined) stopping.abort()
    if (outcome instanceof Error) return Promise.reject(outcome)
    return Promise.resolve(outcome ?? 'soon')
  }
  const onFailure = (_error: unknown, count: number) => failures.push(count)
  await followChain(step, { pollIntervalMs: 20, onFailure, ...options }, stopping.signal)
  const pauses = times.slice(1).map((atMs, index) => Math.ceil(atMs - (times[index] ?? 0)) + 1)
  return { pauses, failures }
}

describe('followChain', () => {
  test('pauses between steps', async () => {
    const { pauses, failures } = await follow(['soon', 'soon'])
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(20)
    expect(failures).toEqual([])
  })

  test('does not pause while there is more to do', async () => {
    await follow(['at-once', 'at-once'], { pollIntervalMs: 3_600_000 })
  })

  test('backs off exponentially and resets the count after a success', async () => {
    const { pauses, failures } = await follow([FAILS, FAILS, 'later', FAILS, 'at-once', FAILS])
    expect(failures).toEqual([1, 2, 4, 1])
    for (const [index, atLeast] of [40, 80, 160, 320, 0, 40].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(atLeast)
    }
  })

  test('never waits longer than the maximum', async () => {
    // Doubled each time, the last of these pauses would take years.
    const { failures } = await follow(Array<Error>(40).fill(FAILS), { maxPauseMs: 30 })
    expect(failures).toHaveLength(40)
  })

  test('stops at once on abort, even during a pause, and reports no failure of that step', async () => {
    const resting = new AbortController()
    const options: FollowOptions = {
      pollIntervalMs: 3_600_000,
      onFailure: () => expect.unreachable(),
    }
    const running = followChain(() => Promise.resolve('soon'), options, resting.signal)
    resting.abort()
    await running
    const working = new AbortController()
    const broken = () => {
      working.abort()
      return Promise.reject(FAILS)
    }
    await followChain(broken, options, working.signal)
  })

  test('error: rejects with what onFailure throws', async () => {
    const onFailure = (error: unknown) => {
      throw error
    }
    await expect(follow(['soon', FAILS, 'soon'], { onFailure })).rejects.toBe(FAILS)
  })
})
