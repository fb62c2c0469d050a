import type { WebhookMessage } from '@bullring/game-api/webhooks'

type Installation = { origin: string; projectId: string; chainId: number; symbol: string }

/** Returns a program that signs in with a key and registers `WEBHOOK_URL`. */
export function registration({ origin, projectId, chainId, symbol }: Installation): string {
  return `import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

const origin = '${origin}'
const { PRIVATE_KEY, WEBHOOK_URL: url } = process.env
const { address, signMessage } = privateKeyToAccount(PRIVATE_KEY)
const post = async (path, body, token = '') => {
  const headers = { 'content-type': 'application/json', origin, authorization: \`Bearer \${token}\` }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return await response.json()
}
const { nonce } = await post('/wallet/siwx/nonce?projectId=${projectId}', {})
const domain = new URL(origin).host
const message = createSiweMessage({ address, chainId: ${chainId}, domain, uri: origin, version: '1', nonce })
const signed = { message, signature: await signMessage({ message }) }
const { token } = await post('/wallet/siwx/verify?projectId=${projectId}', signed)
console.log(await post('/api/create-webhook', { symbol: '${symbol}', url }, token))`
}

/** A program that verifies events with `WEBHOOK_SECRET`, without a library. */
export const RECEIVER = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET, PORT } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const MAX_BYTES = 65536
const read = async (request) => {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
const receive = async (request, response) => {
  const body = await read(request)
  const [id, time, sent = ''] = ['id', 'timestamp', 'signature'].map((name) => request.headers[\`webhook-\${name}\`])
  const digest = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest('base64')
  const expected = Buffer.from(\`v1,\${digest}\`)
  const isSigned = sent.split(' ').map((text) => Buffer.from(text))
    .some((text) => text.length === expected.length && timingSafeEqual(text, expected))
  const isGenuine = isSigned && Math.abs(Date.now() / 1000 - time) < 300
  response.writeHead(isGenuine ? 204 : 401).end()
  if (isGenuine) console.log(id, body)
}
const server = createServer(async (request, response) => {
  try {
    await receive(request, response)
  } catch {
    // The request has ended early, or is too large.
    response.destroy()
  }
})
server.listen(PORT ?? 8080, () => console.log('port', server.address().port))`

/** Body of a request. */
export const EVENT: WebhookMessage = {
  type: 'round.settled',
  timestamp: '2026-01-01T00:10:02.123Z',
  data: {
    symbol: 'BNB',
    market: '0x18B2A687610328590Bc8F2e5fEdDe3b582A49cdA',
    epoch: 7,
    revision: 1,
    round: {
      epoch: 7,
      start_timestamp: 1_767_225_000,
      lock_timestamp: 1_767_225_300,
      close_timestamp: 1_767_225_600,
      lock_price: '612.34',
      close_price: '613.1',
      price_change: '0.76',
      total_amount: '3',
      bull_amount: '2',
      bear_amount: '1',
      bull_payout: 1.455,
      bear_payout: 2.91,
      treasury_fee: 300,
      display_type: 'expired',
      state: 'settled',
      refund_reason: null,
      winner: 'up',
      expected_lock_price: null,
      expected_close_price: null,
      lock_oracle_id: '36893488147419103233',
      close_oracle_id: '36893488147419103234',
    },
  },
}
