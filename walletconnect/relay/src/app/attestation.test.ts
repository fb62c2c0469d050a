import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newTopic,
  publishing,
  startTestRelay,
  type TestRelay,
} from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
})
afterAll(() => relay.stop())

test('any page may embed the attestation, which runs no other script', async () => {
  const { status, headers } = await fetch(`${relay.httpUrl}/v3/attestation?id=ab`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('x-frame-options')).toBeNull()
  expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-.*frame-ancestors \*/)
  const { headers: others } = await fetch(`${relay.httpUrl}/healthz`)
  expect(others.get('x-frame-options')).toBe('DENY')
})

test.each(['/v3/public-key', '/attestation/ab?v2Supported=true'])(
  'error: pages of wallets can read that there is nothing at %s',
  async (path) => {
    const response = await fetch(`${relay.httpUrl}${path}`, {
      headers: { origin: 'https://wallet.example' },
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ status: 404 })
  },
)

test.each([
  ['an unsigned one', 'eyJhbGciOiJub25lIn0.eyJpZCI6ImFiIn0.', ''],
  ['a signed one', 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6ImFiIn0.c2lnbmVk', undefined],
  ['none', undefined, ''],
])('wallets are sent signed attestations only: %s', async (_, attestation, received) => {
  const [app, wallet] = [await connectClient(relay.url), await connectClient(relay.url)]
  const topic = newTopic()
  await wallet.call('irn_subscribe', { topic })
  await app.call('irn_publish', publishing(topic, 'hello', { attestation }))
  await expect.poll(() => wallet.pushes).toHaveLength(1)
  expect(wallet.pushes[0]?.params.data.attestation).toBe(received ?? attestation)
})
