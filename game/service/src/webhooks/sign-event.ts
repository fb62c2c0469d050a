import { createHmac } from 'node:crypto'

/** Length of keys in bytes: the specification asks for 24 to 64. */
export const SECRET_BYTES = 32

/** Writes a key as its owner receives it. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

export type SignedEvent = { id: string; body: string; sentAtMs: number }

/**
 * Returns the headers of a request by the Standard Webhooks specification 1.0.0, with a signature for each key
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Webhook headers" and
 * "Signature scheme"): `v1,` and the HMAC-SHA256 of id, time of the attempt and body, separated by full stops.
 */
export function signEvent(
  { id, body, sentAtMs }: SignedEvent,
  secrets: readonly Buffer[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = `${Math.floor(sentAtMs / 1_000)}`
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`)
    return `v1,${digest.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
