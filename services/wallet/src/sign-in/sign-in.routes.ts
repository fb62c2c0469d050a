import { limitBody } from '@bullring/server/http/limit-body'
import { readJson } from '@bullring/server/http/read-json'
import { toCaipNetworkId } from '@bullring/wire/caip-fields'
import { parse } from '@bullring/wire/parse'
import type { SiwxNonce } from '@bullring/wire/siwx/nonce'
import type { SiwxRevokeResponse } from '@bullring/wire/siwx/revoke'
import type { SiwxSession } from '@bullring/wire/siwx/session'
import { SiwxVerifyRequest, type SiwxVerifyResponse } from '@bullring/wire/siwx/verify'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { NoSessionError } from './errors.ts'
import type { StoredSession } from './sign-in.queries.ts'
import type { SignIn } from './sign-in.ts'

/** A signature of a contract wallet may carry the wallet's deployment. */
const MAX_BYTES = 64 * 1_024

export type SignInRoutesDeps = {
  signIn: SignIn
  /** Whether the caller's site is `domain`. */
  isAllowedDomain: (c: Context, domain: string) => boolean
}

/** POST /siwx/nonce, /siwx/verify, /siwx/revoke and GET /siwx/session. */
export function signInRoutes({ signIn, isAllowedDomain }: SignInRoutesDeps): Hono {
  const find = (c: Context) =>
    signIn.find(c.req.header('authorization'), (domain) => isAllowedDomain(c, domain))
  return new Hono()
    .post('/siwx/nonce', async (c) => {
      const { nonce, expiresAt } = await signIn.issueNonce()
      return c.json<SiwxNonce>({ nonce, expiresAt: isoTime(expiresAt) })
    })
    .post('/siwx/verify', limitBody(MAX_BYTES), async (c) => {
      const body = await readJson(c, { acceptsAnyType: true })
      const { message, signature } = parse(SiwxVerifyRequest, body)
      const signed = { message, signature: signature as `0x${string}` }
      const opened = await signIn.open(signed, (domain) => isAllowedDomain(c, domain))
      return c.json<SiwxVerifyResponse>({
        token: opened.token,
        session: toWire(opened.session),
      })
    })
    .get('/siwx/session', async (c) => c.json(toWire(await find(c))))
    .post('/siwx/revoke', async (c) => {
      // Signed out is signed out: a session that has ended already is no error.
      const session = await find(c).catch((error: unknown) => {
        if (error instanceof NoSessionError) return null
        throw error
      })
      if (session !== null) await signIn.end(session)
      return c.json<SiwxRevokeResponse>({ revoked: true })
    })
}

function toWire({ address, chainId, domain, issuedAt, expiresAt }: StoredSession): SiwxSession {
  return {
    address,
    chainId: toCaipNetworkId(chainId),
    domain,
    issuedAt: isoTime(issuedAt),
    expiresAt: isoTime(expiresAt),
  }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
