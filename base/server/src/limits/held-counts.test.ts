import { expect, test } from 'vitest'
import { HeldCounts } from './held-counts.ts'

test('limits what the callers of an IPv6 /48 hold together, to eight times what one may', () => {
  const counts = new HeldCounts(2)
  const take = (caller: string) => {
    const hasRoom = counts.hasRoom(caller)
    if (hasRoom) counts.add(caller)
    return hasRoom
  }
  const callers = Array.from({ length: 9 }, (_, index) => `2001:db8:a:${index}::`)
  const taken = callers.flatMap((caller) => [take(caller), take(caller), take(caller)])
  expect(taken.filter(Boolean)).toHaveLength(16)
  expect(take('2001:db8:a:8::')).toBe(false)
  expect([take('2001:db8:b:8::'), take('192.0.2.1')]).toEqual([true, true])
  counts.remove('2001:db8:a:0::')
  expect([take('2001:db8:a:8::'), take('2001:db8:a:8::')]).toEqual([true, false])
})
