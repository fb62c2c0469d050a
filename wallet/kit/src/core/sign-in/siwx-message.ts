import { createSiweMessage } from 'viem/siwe'
import type { SiwxAccount, SiwxFields, SiwxMessage, SiwxOptions, SiwxRequest } from './siwx.ts'

/** EIP-4361 leaves the length open. 128 random bits cannot be guessed. */
const NONCE_BYTES = 16

/** R-SIGNIN-7. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** The page that requests the signature: a subset of `Location`. */
export type Page = { host: string; origin: string }

type RequestInput = {
  nonce: string
  page: Page
  options: SiwxOptions
  /** Milliseconds since 1970. */
  now: number
}

type MessageInput = RequestInput & { account: SiwxAccount }

/** Returns random letters and digits from the browser's secure source. */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Creates the text to sign, bound to page, account, network and time (EIP-4361). */
export function createSiwxMessage(input: MessageInput): SiwxMessage {
  const fields = toFields(input)
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
    expirationTime: expirationTime === undefined ? undefined : new Date(expirationTime),
    notBefore: notBefore === undefined ? undefined : new Date(notBefore),
    resources: resources && [...resources],
  })
  return { fields, text }
}

function toFields({ account, ...input }: MessageInput): SiwxFields {
  return {
    accountAddress: account.address,
    chainId: account.chainId,
    ...createSiwxRequest(input),
  }
}

/** Creates the fields of a message without its account. They bind it to page and time. */
export function createSiwxRequest({ nonce, page, options, now }: RequestInput): SiwxRequest {
  const { statement, requestId, resources, lifetimeSeconds = LIFETIME_SECONDS } = options
  return {
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
