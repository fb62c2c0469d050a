import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTopic, startTestRelay, type TestRelay } from '../testing/start-test-relay.ts'
import { createIdentity } from '../testing/test-identity.ts'

const VISITOR = '203.0.113.7'
/** Calls that an address may have without a response. */
const OPEN_CALLS = 50

let relay: TestRelay
let token: string

beforeAll(async () => {
  relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { variables: { TRUST_PROXY: '1', RELAY_AUDIENCES: 'wss://relay.example' } },
  )
  token = await createIdentity().token('wss://relay.example')
})
afterAll(() => relay.stop())

const headersOf = (from: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'x-forwarded-for': from,
})

async function post(body: string, from = VISITOR): Promise<string> {
  const response = await fetch(`${relay.httpUrl}/rpc`, {
    method: 'POST',
    headers: headersOf(from),
    body,
  })
  return await response.text()
}

const fetchMessages = () => {
  const params = { topic: newTopic() }
  return JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_fetchMessages', params })
}

test.each([
  ['an error', '{"id":1,"jsonrpc":"2.0","error":{}}'],
  ['a result', '{"id":1,"jsonrpc":"2.0","result":true}'],
])('responds to a reply that nothing waits for: %s', async (_, text) => {
  expect(await post(text)).toBe('')
})

test('limits the open calls of an address, until they end', async () => {
  const open = Array.from({ length: OPEN_CALLS }, () => beginCall())
  // A request that arrives while they begin takes the place of one of them.
  const openAnother = async () => {
    open.push(beginCall())
    return await post(fetchMessages())
  }
  await expect.poll(openAnother).toContain('TooManyRequests')
  expect(await post(fetchMessages(), '203.0.113.8')).toContain('"messages":[]')
  for (const call of open) call.destroy()
  await expect.poll(() => post(fetchMessages())).toContain('"messages":[]')
})

/** Sends all but the end of a call. */
function beginCall(): ClientRequest {
  const headers = { ...headersOf(VISITOR), 'content-length': '1000' }
  const call = request(`${relay.httpUrl}/rpc`, { method: 'POST', headers, agent: false })
  call.on('error', () => undefined)
  call.write('{')
  return call
}
