import { expect, test } from 'vitest'
import { ReplicaSwitch } from './replica-switch.ts'

test('leaves the replica after five seconds of lag, and returns once all markets have caught up', () => {
  const changes: boolean[] = []
  const replica = new ReplicaSwitch((isUsable) => changes.push(isUsable))
  replica.report('BNB', 'behind', 0)
  replica.report('BTC', 'behind', 1_000)
  replica.report('BNB', 'behind', 4_999)
  expect(replica.isUsable()).toBe(true)
  replica.report('BNB', 'behind', 5_000)
  expect(replica.isUsable()).toBe(false)
  replica.report('BNB', 'complete', 5_100)
  expect(replica.isUsable()).toBe(false)
  replica.report('BTC', 'complete', 5_200)
  expect(replica.isUsable()).toBe(true)
  replica.report('BNB', 'behind', 9_000)
  replica.report('BNB', 'complete', 12_000)
  replica.report('BNB', 'behind', 14_000)
  expect(changes).toEqual([false, true])
  replica.report('BNB', 'down', 14_500)
  expect(changes).toEqual([false, true, false])
})
