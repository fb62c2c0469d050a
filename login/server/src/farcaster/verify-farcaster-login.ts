import { farcasterNonce } from '@bullring/login-api/farcaster-nonce'
import { parseSiweExactly } from '@bullring/server/parse-siwe-exactly'
import { isHex } from 'viem'
import type { SiweMessage } from 'viem/siwe'
import { FarcasterRefusedError } from './errors.ts'
import type { FarcasterRegistry } from './farcaster-registry.ts'

/** A message that a phone signed (FIP-11, Sign In with Farcaster). */
export type FarcasterLogin = { message: string; signature: string; salt: string }

export type FarcasterRules = {
  deviceId: string
  /** Host of the page that logs in. */
  domain: string
  nowMs: number
}

/** An account that has logged in. */
export type FarcasterAccount = {
  /** Farcaster id. */
  fid: string
  nonce: string
}

/** Greatest age of a message, whatever its expiration time. */
const MAX_AGE_MS = 15 * 60_000

/** Tolerated difference of a phone's clock. */
const SKEW_MS = 5 * 60_000

/** FIP-11. The second one is from before it. */
const STATEMENTS: readonly (string | undefined)[] = ['Farcaster Auth', 'Farcaster Connect']

/** OP Mainnet, also where another chain stands in for it. */
const CHAIN_ID = 10

/**
 * Checks a login with Farcaster: message, device, time, signature, and that the signer may log in for the account. Its single
 * use is up to the caller.
 *
 * @throws {FarcasterRefusedError} @throws {FarcasterUnreachableError}
 */
export async function verifyFarcasterLogin(
  registry: FarcasterRegistry,
  { message: text, signature, salt }: FarcasterLogin,
  { deviceId, domain, nowMs }: FarcasterRules,
): Promise<FarcasterAccount> {
  const message = parse(text)
  const nonce = await farcasterNonce(deviceId, salt)
  requireThat(message.nonce === nonce, 'the message is for another device')
  checkSite(message, domain)
  checkTimes(message, nowMs)
  const fid = fidOf(message)
  const { address } = message
  if (!isHex(signature)) throw refused('not a signature')
  requireThat(await registry.isSigned({ address, message: text, signature }), 'wrong signature')
  requireThat(await registry.mayLogIn(address, fid), 'the signer may not log in for the account')
  return { fid: `${fid}`, nonce }
}

function parse(text: string): SiweMessage {
  try {
    return parseSiweExactly(text)
  } catch (cause) {
    throw new FarcasterRefusedError({ cause })
  }
}

function checkSite(message: SiweMessage, domain: string): void {
  const { chainId, statement, uri, version } = message
  requireThat(message.domain === domain && URL.parse(uri)?.host === domain, 'another site')
  requireThat(chainId === CHAIN_ID && version === '1', 'another chain or version')
  requireThat(STATEMENTS.includes(statement), 'another statement')
}

function checkTimes({ issuedAt, notBefore, expirationTime }: SiweMessage, nowMs: number): void {
  const issuedMs = issuedAt?.getTime() ?? Number.NaN
  requireThat(
    issuedMs > nowMs - MAX_AGE_MS && issuedMs < nowMs + SKEW_MS,
    'too old, or of the future',
  )
  requireThat(expirationTime === undefined || expirationTime.getTime() > nowMs, 'expired')
  requireThat(notBefore === undefined || notBefore.getTime() < nowMs + SKEW_MS, 'not valid yet')
}

/** The account is named by a resource, and by one only. */
function fidOf({ resources = [] }: SiweMessage): bigint {
  const fids = resources.flatMap(
    (each) => /^farcaster:\/\/fid\/([1-9]\d{0,15})$/.exec(each)?.[1] ?? [],
  )
  const [fid] = fids
  if (fid === undefined || fids.length > 1) throw refused('no account, or several')
  return BigInt(fid)
}

function requireThat(isRight: boolean, reason: string): void {
  if (!isRight) throw refused(reason)
}

function refused(reason: string): Error {
  return new FarcasterRefusedError({ cause: new Error(reason) })
}
