import { WebhookMessage } from '@bullring/game-api/webhooks'
import { parse } from '@bullring/wire/parse'
import { ForgedWebhookError, UnknownWebhookEventError } from './errors.ts'

/** Age of a request, and lead of its clock, that are accepted (Standard Webhooks 1.0.0 leaves it to receivers). */
const TOLERANCE_S = 300

/** A request that a server has received. */
export type ReceivedRequest = {
  headers: Headers
  /** The body, unchanged: its bytes are signed. */
  body: string
}

/** A genuine event. */
export type ReceivedWebhook = {
  /** The same for each attempt to send the event: it may come twice. */
  id: string
  message: WebhookMessage
}

/**
 * Verifies a request with the secret of its webhook (`whsec_…`), and reads the event.
 *
 * @throws {ForgedWebhookError} when the secret has not signed it in the last five minutes.
 * @throws {UnknownWebhookEventError} when the signed body is no event of this version.
 */
export async function readWebhook(
  { headers, body }: ReceivedRequest,
  secret: string,
): Promise<ReceivedWebhook> {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const signatures = headers.get('webhook-signature')?.split(' ') ?? []
  const isNew = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_S
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  if (!isNew || !(await isSigned(signed, signatures, secret))) throw new ForgedWebhookError()
  try {
    return { id, message: parse(WebhookMessage, JSON.parse(body)) }
  } catch (cause) {
    throw new UnknownWebhookEventError({ cause })
  }
}

/** Whether one of the signatures is `v1,` and the HMAC-SHA256 in base64, with the secret's key. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secret: string,
): Promise<boolean> {
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', bytes, usage, false, ['verify'])
  const results = signatures.map(async (signature) => {
    const [, digest] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? []
    return (
      digest !== undefined && (await crypto.subtle.verify('HMAC', key, fromBase64(digest), signed))
    )
  })
  return (await Promise.all(results)).includes(true)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
