import { readWebhook } from '@bullring/client/read-webhook'
import { expect, test } from 'vitest'
import { secretText, signEvent } from './sign-event.ts'

/** The example that the libraries of the specification are tested with. */
const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const EVENT = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  sentAtMs: 1_614_265_330_999,
}
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('signs the example of Standard Webhooks', () => {
  expect(signEvent(EVENT, [Buffer.from(KEY, 'base64')])).toEqual({
    'webhook-id': EVENT.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  })
})

test('signs with both keys while one replaces the other', () => {
  const keys = [Buffer.alloc(32, 7), Buffer.from(KEY, 'base64')]
  const [first, second, ...others] = signEvent(EVENT, keys)['webhook-signature'].split(' ')
  expect(first).toMatch(/^v1,.{44}$/)
  expect([second, others]).toEqual([SIGNATURE, []])
})

test('writes a key with its prefix', () => {
  expect(secretText(Buffer.from(KEY, 'base64'))).toBe(`whsec_${KEY}`)
})

test('signs so that @bullring/client reads it', async () => {
  const message = {
    type: 'webhook.test',
    timestamp: '2026-01-01T00:00:00Z',
    data: { symbol: 'BNB' },
  }
  const event = { id: 'an-id', body: JSON.stringify(message), sentAtMs: Date.now() }
  const key = Buffer.from(KEY, 'base64')
  const headers = new Headers(signEvent(event, [Buffer.alloc(32, 7), key]))
  const read = readWebhook({ headers, body: event.body }, secretText(key))
  expect(await read).toEqual({ id: 'an-id', message })
})
