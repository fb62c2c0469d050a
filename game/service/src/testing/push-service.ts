import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deriveKeys } from '../push/encrypt-message.ts'

/** A message that arrived: decrypted, with the checked claims of its sender. */
type ReceivedMessage = {
  text: string
  headers: IncomingMessage['headers']
  claims: { aud: string; exp: number; sub: string }
  /** The sender's public key. */
  sender: string
}

/** A push service on this machine, with one browser. */
export type TestPushService = AsyncDisposable & {
  origin: string
  /** Subscription that the browser sends to the game. */
  subscription: { endpoint: string; p256dh: string; auth: string }
  received: ReceivedMessage[]
  /** Number of all requests, refused ones included. */
  requests: () => number
  /** Sets the status of further responses. */
  respondWith: (status: number) => void
}

/** Starts a push service that checks and decrypts what it receives, as RFC 8291 and RFC 8292 say. */
export async function startPushService(): Promise<TestPushService> {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys()
  const auth = randomBytes(16)
  const received: ReceivedMessage[] = []
  let status = 201
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void readBody(request).then((body) => {
      if (status === 201) {
        const text = decrypt(body, { browser, p256dh, auth })
        received.push({ text, headers: request.headers, ...readSender(request) })
      }
      response.writeHead(status).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscription: {
      endpoint: `${origin}/send/${randomBytes(16).toString('hex')}`,
      p256dh: p256dh.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    requests: () => requests,
    respondWith: (next) => {
      status = next
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray())
}

type Browser = { browser: ReturnType<typeof createECDH>; p256dh: Buffer; auth: Buffer }

function decrypt(body: Buffer, { browser, p256dh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const shared = browser.computeSecret(sender)
  const publicKeys = Buffer.concat([p256dh, sender])
  const { key, nonce } = deriveKeys({ shared, auth, salt, publicKeys })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([
    decipher.update(body.subarray(21 + sender.length, -16)),
    decipher.final(),
  ])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function readSender({ headers }: IncomingMessage): Pick<ReceivedMessage, 'claims' | 'sender'> {
  const [, token = '', sender = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(sender, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  const key = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' }
  const signed = Buffer.from(`${head}.${payload}`)
  if (!verify('sha256', signed, key as never, Buffer.from(signature, 'base64url'))) {
    throw new Error('The signature is wrong')
  }
  return { sender, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}
