import { describe, expect, test } from 'vitest'
import { shareChanges } from './share-changes.ts'

/** A connection that the test notifies, with the number of those that were opened and closed. */
function createConnection() {
  const counted = { opened: 0, closed: 0 }
  let notify: (position: number | null) => void = () => undefined
  const listen = shareChanges((onChange, signal) => {
    counted.opened += 1
    notify = onChange
    onChange(null)
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        counted.closed += 1
        resolve()
      })
    })
  })
  const follow = () => {
    const received: (number | null)[] = []
    const stopping = new AbortController()
    const running = listen((position) => received.push(position), stopping.signal)
    const stop = () => {
      stopping.abort()
      return running
    }
    return { received, stop }
  }
  return { counted, follow, notify: (position: number) => notify(position) }
}

describe('shareChanges', () => {
  test('opens one connection for all followers', async () => {
    const { counted, follow, notify } = createConnection()
    const [first, second] = [follow(), follow()]
    notify(7)
    expect(first.received).toEqual([null, 7])
    expect(second.received).toEqual([null, 7])
    await first.stop()
    notify(8)
    expect(first.received).toEqual([null, 7])
    expect(second.received).toEqual([null, 7, 8])
    expect(counted).toEqual({ opened: 1, closed: 0 })
    await second.stop()
  })

  test('closes it after the last follower, and opens another one for the next', async () => {
    const { counted, follow } = createConnection()
    await follow().stop()
    expect(counted).toEqual({ opened: 1, closed: 1 })
    const next = follow()
    expect(next.received).toEqual([null])
    expect(counted.opened).toBe(2)
    await next.stop()
    expect(counted.closed).toBe(2)
  })
})
