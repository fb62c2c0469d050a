import { pino } from 'pino'
import { expect, test } from 'vitest'
import { followJournal } from './follow-journal.ts'

test('reads a replica again until it has the change of a notification', async () => {
  const stopping = new AbortController()
  let steps = 0
  const following = followJournal(
    {
      listen: (onChange) => {
        onChange(7)
        return Promise.resolve()
      },
      // The replica replays the change between the fifth read and the sixth.
      step: () => {
        steps += 1
        return Promise.resolve(steps > 5 ? 7 : 5)
      },
      log: pino({ level: 'silent' }),
    },
    stopping.signal,
  )
  await expect.poll(() => steps).toBe(6)
  stopping.abort()
  await following
  expect(steps).toBe(6)
})
