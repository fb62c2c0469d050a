import { createSiweMessage } from 'viem/siwe'
import type { SiwxAccount, SiwxFields, SiwxMessage, SiwxOptions } from './siwx.ts'

/** EIP-4361 leaves the length open; nobody guesses 128 random bits. */
const NONCE_BYTES = 16

const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** The page that asks for the signature: a part of `Location`. */
export type Page = { host: string; origin: string }

type MessageParts = {
  account: SiwxAccount
  nonce: string
  page: Page
  options: SiwxOptions
  /** Milliseconds since 1970. */
  now: number
}

/** Letters and digits that no one has seen before, from the browser's own source of randomness. */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text to sign, bound to page, account, network and time (EIP-4361). */
export function createSiwxMessage(parts: MessageParts): SiwxMessage {
  const fields = toFields(parts)
  const {
    accountAddress: address,
    issuedAt,
    expirationTime,
    notBefore,
    resources,
    ...rest
  } = fields
  const text = createSiweMessage({
    ...rest,
    address,
    issuedAt: new Date(issuedAt),
    ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
    ...(notBefore !== undefined && { notBefore: new Date(notBefore) }),
    ...(resources !== undefined && { resources: [...resources] }),
  })
  return { fields, text }
}

function toFields({ account, nonce, page, options, now }: MessageParts): SiwxFields {
  const { statement, requestId, resources, lifetimeSeconds = LIFETIME_SECONDS } = options
  return {
    accountAddress: account.address,
    chainId: account.chainId,
    domain: page.host,
    uri: page.origin,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + lifetimeSeconds * 1_000).toISOString(),
    ...(statement !== undefined && { statement }),
    ...(requestId !== undefined && { requestId }),
    ...(resources !== undefined && { resources }),
  }
}
