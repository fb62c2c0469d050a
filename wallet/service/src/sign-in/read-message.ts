import { parseSiweExactly } from '@bullring/server/parse-siwe-exactly'
import type { Address } from 'viem'
import { getAddress } from 'viem'
import type { SiweMessage } from 'viem/siwe'
import { SignInMessageError } from './errors.ts'

/** The relevant fields of a sign-in message. */
export type SignInFields = {
  address: Address
  chainId: number
  /** Host of the page. */
  domain: string
  nonce: string
  /** End of the session at the latest; null when the message sets none. */
  expiresAt: Date | null
}

export type MessageRules = {
  now: Date
  /** Origins that the message may be for. */
  sites: readonly string[]
  hasChain: (chainId: number) => boolean
}

/** Visitors' clocks may be ahead by this much. */
const SKEW_MS = 60_000

/**
 * Reads an EIP-4361 message and checks everything but nonce and signature.
 *
 * @throws {SignInMessageError} with the reason.
 */
export function readSignInMessage(text: string, rules: MessageRules): SignInFields {
  const message = parseExactly(text)
  const { address, chainId, domain, nonce } = message
  checkSite(message, rules.sites)
  if (!rules.hasChain(chainId)) {
    throw new SignInMessageError(`The sign-in message is for another chain: ${chainId}.`)
  }
  checkTimes(message, rules.now)
  return {
    address: getAddress(address),
    chainId,
    domain,
    nonce,
    expiresAt: message.expirationTime ?? null,
  }
}

/** Scheme, host and port of the site must match the message. */
function checkSite({ domain, scheme, uri }: SiweMessage, sites: readonly string[]): void {
  if (!sites.some((site) => new URL(site).host === domain)) {
    throw new SignInMessageError('The sign-in message is for another site.')
  }
  const url = URL.parse(uri)
  const hasSameScheme = scheme === undefined || url?.protocol === `${scheme}:`
  if (url?.host !== domain || !hasSameScheme) {
    throw new SignInMessageError('URI and domain of the sign-in message differ.')
  }
  if (!sites.includes(url.origin)) {
    throw new SignInMessageError('The sign-in message is for another scheme than that of the site.')
  }
}

function checkTimes({ issuedAt, notBefore, expirationTime }: SiweMessage, now: Date): void {
  const latestStart = now.getTime() + SKEW_MS
  if (expirationTime !== undefined && expirationTime <= now) {
    throw new SignInMessageError('The sign-in message has expired. Sign a new one.')
  }
  if (notBefore !== undefined && notBefore.getTime() > latestStart) {
    throw new SignInMessageError('The sign-in message is not valid yet. Check the time settings.')
  }
  if (issuedAt === undefined || issuedAt.getTime() > latestStart) {
    throw new SignInMessageError('The sign-in message is from the future. Check the time settings.')
  }
}

function parseExactly(text: string): SiweMessage {
  try {
    return parseSiweExactly(text)
  } catch (cause) {
    throw new SignInMessageError('This is not a sign-in message of EIP-4361.', { cause })
  }
}
