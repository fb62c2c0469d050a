import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { SiwxNonce } from '@bullring/wallet-api/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wallet-api/siwx/revoke'
import { SiwxSession } from '@bullring/wallet-api/siwx/session'
import { SiwxVerifyRequest, SiwxVerifyResponse } from '@bullring/wallet-api/siwx/verify'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Context } from 'hono'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { NoSessionError } from './errors.ts'
import type { StoredSession } from './sign-in.queries.ts'
import type { SignIn } from './sign-in.ts'

export type SignInOperationsDeps = {
  signIn: SignIn
  /** Origins that the caller may sign in for. */
  sitesOf: (c: Context) => readonly string[]
}

/** POST /siwx/nonce, /siwx/verify, /siwx/revoke and GET /siwx/session. */
export function signInOperations(deps: SignInOperationsDeps): readonly Operation[] {
  return [nonceOperation(deps), verifyOperation(deps), ...sessionOperations(deps)]
}

function nonceOperation({ signIn }: SignInOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/siwx/nonce',
    summary: 'A nonce for one sign-in message',
    response: SiwxNonce,
    errors: KEY_ERRORS,
    security: ['projectId'],
    handler: async () => {
      const { nonce, expiresAt } = await signIn.issueNonce()
      return { nonce, expiresAt: isoTime(expiresAt) }
    },
  })
}

function verifyOperation({ signIn, sitesOf }: SignInOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/siwx/verify',
    summary: 'Opens a session for a signed message',
    body: SiwxVerifyRequest,
    acceptsAnyType: true,
    // The signature of a contract wallet may carry the wallet's deployment.
    maxBodyBytes: 64 * 1_024,
    response: SiwxVerifyResponse,
    errors: [...KEY_ERRORS, 502],
    security: ['projectId'],
    handler: async ({ body: { message, signature } }, c) => {
      const signed = { message, signature: signature as `0x${string}` }
      const opened = await signIn.open(signed, sitesOf(c))
      return { token: opened.token, session: toWire(opened.session) }
    },
  })
}

function sessionOperations({ signIn, sitesOf }: SignInOperationsDeps): Operation[] {
  const findSession = (c: Context) => signIn.find(c.req.header('authorization'), sitesOf(c))
  return [
    defineOperation({
      method: 'get',
      path: '/siwx/session',
      summary: 'The account that is signed in',
      response: SiwxSession,
      errors: KEY_ERRORS,
      security: ['projectId', 'session'],
      handler: async (_, c) => toWire(await findSession(c)),
    }),
    defineOperation({
      method: 'post',
      path: '/siwx/revoke',
      summary: 'Signs out',
      response: SiwxRevokeResponse,
      errors: KEY_ERRORS,
      security: ['projectId', 'session'],
      handler: async (_, c) => {
        // Idempotent: signing out of a session that has already ended is not an error.
        const session = await findSession(c).catch((error: unknown) => {
          if (error instanceof NoSessionError) return null
          throw error
        })
        if (session !== null) await signIn.end(session)
        return { revoked: true } satisfies SiwxRevokeResponse
      },
    }),
  ]
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
