import { expect, test } from 'vitest'
import { NatsUrl } from './env-fields.ts'

test.each([
  'nats://127.0.0.1:4222',
  'nats://node:secret@localhost:4222',
  'nats://[::1]:4222',
  'tls://node:secret@bus.example:4222',
  'nats://node:secret@10.0.0.41:4222?tls=disable',
])('accepts %s', (url) => {
  expect(NatsUrl.safeParse(url).success).toBe(true)
})

test.each([
  'nats://bus.example:4222',
  'nats://node:secret@10.0.0.41:4222',
  'nats://bus:4222?tls=',
  'nats://bus:4222?tls=yes',
  'nats://localhost.example:4222',
])('error: refuses %s', (url) => {
  expect(NatsUrl.safeParse(url).error?.issues).toMatchObject([
    { message: expect.stringContaining('tls://') },
  ])
})

test('error: refuses a value that is no URL of NATS, once', () => {
  for (const url of ['bus', 'http://bus.example']) {
    const issues = NatsUrl.safeParse(url).error?.issues
    expect(issues).toMatchObject([{ message: 'must be a list of nats URLs' }])
  }
})
