import { createHmac } from 'node:crypto'
import type { WebhookMessage } from '@bullring/game-api/webhooks'
import { describe, expect, test } from 'vitest'
import { errorCode } from '../api/error-code.ts'
import { type ReceivedRequest, readWebhook } from './read-webhook.ts'

const KEY = Buffer.alloc(32, 7)
const SECRET = `whsec_${KEY.toString('base64')}`
const EVENT: WebhookMessage = {
  type: 'webhook.test',
  timestamp: '2026-01-01T00:10:02.123Z',
  data: { symbol: 'BNB' },
}

type Sent = { body?: string; key?: Buffer; ageS?: number; before?: string }

function sent({ body = JSON.stringify(EVENT), key = KEY, ageS = 0, before = '' }: Sent = {}) {
  const timestamp = `${Math.floor(Date.now() / 1_000) - ageS}`
  const digest = createHmac('sha256', key).update(`an-id.${timestamp}.${body}`).digest('base64')
  const signatures = {
    'webhook-id': 'an-id',
    'webhook-timestamp': timestamp,
    'webhook-signature': `${before}v1,${digest}`,
  }
  return { headers: new Headers(signatures), body }
}

const failure = (request: ReceivedRequest) =>
  readWebhook(request, SECRET).then(() => null, errorCode)

describe('readWebhook', () => {
  test('reads an event that the secret has signed', async () => {
    expect(await readWebhook(sent(), SECRET)).toEqual({ id: 'an-id', message: EVENT })
  })

  test('accepts one of several signatures, as while a secret is replaced', async () => {
    const other = sent({ key: Buffer.alloc(32, 8) }).headers.get('webhook-signature')
    const request = sent({ before: `v2,x v1,x ${other} ` })
    expect(await readWebhook(request, SECRET)).toMatchObject({ id: 'an-id' })
  })

  test.each([
    ['another key', sent({ key: Buffer.alloc(32, 8) })],
    ['another body', { ...sent(), body: `${sent().body} ` }],
    ['no headers', { headers: new Headers(), body: sent().body }],
    ['an old time', sent({ ageS: 310 })],
    ['a time to come', sent({ ageS: -310 })],
  ])('error: %s', async (_, request) => {
    expect(await failure(request)).toBe('webhook.forged')
  })

  test.each(['{', '{"type":"round.renamed"}'])('error: the signed body %s', async (body) => {
    expect(await failure(sent({ body }))).toBe('webhook.unknown-event')
  })

  test('error: an empty secret verifies nothing', async () => {
    const request = sent({ key: Buffer.alloc(0) })
    await expect(readWebhook(request, 'whsec_')).rejects.toThrow()
  })
})
