import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebhookMessage } from '@bullring/game-api/webhooks'
import { parse } from '@bullring/wire/parse'

/** A request that was accepted. */
type ReceivedEvent = {
  id: string
  path: string
  message: WebhookMessage
  /** Number of signatures. */
  signatures: number
  isSignedWith: (secret: string) => boolean
}

/** A receiver of webhooks on this machine. */
export type WebhookReceiver = AsyncDisposable & {
  url: string
  events: ReceivedEvent[]
  /** Identifiers of all requests, refused ones included. */
  ids: string[]
  /** Sets the status of further responses; null never responds. */
  respondWith: (status: number | null) => void
}

/** Starts a receiver that verifies what it receives, as the Standard Webhooks specification says. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = []
  const ids: string[] = []
  let status: number | null = 204
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks).toString()
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
        (name) => `${request.headers[`webhook-${name}`] ?? ''}`,
      )
      ids.push(id ?? '')
      if (status === null) return
      const isNew = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
      const signatures = signature?.split(' ') ?? []
      response.writeHead(isNew ? status : 401).end()
      if (!isNew || status >= 300) return
      events.push({
        id: id ?? '',
        path: request.url ?? '',
        message: parse(WebhookMessage, JSON.parse(body)),
        signatures: signatures.length,
        isSignedWith: (secret) => isSigned(secret, signatures, `${id}.${timestamp}.${body}`),
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    ids,
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

function isSigned(secret: string, signatures: readonly string[], signed: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return signatures.some((signature) => {
    const sent = Buffer.from(signature)
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}
