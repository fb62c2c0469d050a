// @vitest-environment node
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { WebhookMessage } from '@bullring/game-api/webhooks'
import { parse } from '@bullring/wire/parse'
import { expect, onTestFinished, test } from 'vitest'
import { EVENT, RECEIVER } from './webhook-examples.ts'

const KEY = Buffer.alloc(32, 7)
const BODY = JSON.stringify(EVENT)

/** Starts the receiver as a developer would. */
async function startReceiver() {
  const env = { WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}`, PORT: '0' }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', RECEIVER], { env })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)
  const [first] = (await once(lines, 'line')) as [string]
  return { url: `http://127.0.0.1:${first.replace('port ', '')}/`, lines }
}

const now = () => Math.floor(Date.now() / 1_000)

function headersOf(time: number, key = KEY, id = 'an-id', body = BODY) {
  const digest = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${time}`, 'webhook-signature': `v1,${digest}` }
}

test('the example of an event is one', () => {
  expect(parse(WebhookMessage, EVENT)).toEqual(EVENT)
})

test('the receiver of the page accepts what is signed with its secret, and nothing else', async () => {
  const { url, lines } = await startReceiver()
  const send = async (headers: Record<string, string>, body = BODY) =>
    (await fetch(url, { method: 'POST', headers, body })).status
  const own = headersOf(now())
  const other = headersOf(now(), Buffer.alloc(32, 8))
  expect(await send({})).toBe(401)
  expect(await send(other)).toBe(401)
  expect(await send(own, `${BODY} `)).toBe(401)
  expect(await send({ ...own, 'webhook-id': 'another' })).toBe(401)
  expect(await send(headersOf(now() - 400))).toBe(401)
  const printed = once(lines, 'line')
  expect(await send(own)).toBe(204)
  expect(await printed).toEqual([`an-id ${BODY}`])
  const both = `${other['webhook-signature']} ${own['webhook-signature']}`
  expect(await send({ ...own, 'webhook-signature': both })).toBe(204)
})

test('the receiver of the page outlives requests that end early or are too large', async () => {
  const { url } = await startReceiver()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\npart')
  socket.resume()
  await once(socket, 'close')
  const large = 'x'.repeat(1_000_000)
  const headers = headersOf(now(), KEY, 'an-id', large)
  await expect(fetch(url, { method: 'POST', headers, body: large })).rejects.toThrow()
  const { status } = await fetch(url, { method: 'POST', headers: headersOf(now()), body: BODY })
  expect(status).toBe(204)
})
