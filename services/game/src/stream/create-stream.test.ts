import pino from 'pino'
import { expect, test } from 'vitest'
import { ConnectionLimit } from './connection-limit.ts'
import { createStream } from './create-stream.ts'

test('reads a replica again until it has the change of a notification', async () => {
  const stopping = new AbortController()
  let reads = 0
  const stream = createStream(
    {
      // The replica replays the change between the fifth read and the sixth.
      readChanges: (since) => {
        reads += 1
        return Promise.resolve({ position: reads > 5 ? 7 : since, changes: [], blockBefore: null })
      },
      toEvents: () => Promise.resolve({ shared: [], trades: [] }),
      listen: (onChange) => {
        onChange(7)
        return Promise.resolve()
      },
      log: pino({ level: 'silent' }),
    },
    { limit: new ConnectionLimit({ maxPerIp: 1 }), from: 5 },
  )
  const running = stream.run(stopping.signal)
  await expect.poll(stream.position).toBe(7)
  expect(reads).toBe(6)
  stopping.abort()
  await running
})
