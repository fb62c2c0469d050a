import { expect, test } from 'vitest'
import { createAlarm } from './alarm.ts'

const { signal } = new AbortController()
const LONG_MS = 60_000

test('ends a wait by a ring, also by one that came before it', async () => {
  const alarm = createAlarm()
  const waiting = alarm.wait(LONG_MS, signal)
  alarm.ring()
  await waiting
  alarm.ring()
  await alarm.wait(LONG_MS, signal)
  const startMs = performance.now()
  await alarm.wait(50, signal)
  expect(performance.now() - startMs).toBeGreaterThan(40)
})

test('ends a wait with its signal', async () => {
  const stopping = new AbortController()
  const waiting = createAlarm().wait(LONG_MS, stopping.signal)
  stopping.abort()
  await waiting
  await createAlarm().wait(LONG_MS, stopping.signal)
})
