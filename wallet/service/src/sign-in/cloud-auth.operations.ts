import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  CLOUD_AUTH_PATH,
  CloudAuthAccount,
  CloudAuthAccountMetadata,
  CloudAuthDone,
  CloudAuthMetadata,
  CloudAuthNonce,
  CloudAuthRequest,
  CloudAuthToken,
} from '@bullring/wallet-api/siwx/cloud-auth'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Context } from 'hono'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { toSiweText } from './cloud-auth-message.ts'
import { NoSessionError, UnknownNonceError } from './errors.ts'
import { nonceOf, withClaims } from './session-token.ts'
import type { SignInOperationsDeps } from './sign-in.operations.ts'

const COMMON = {
  errors: KEY_ERRORS,
  errorType: 'text/plain',
  security: ['projectId'],
} as const

/**
 * GET /auth/v1/{nonce,me}, POST /auth/v1/{authenticate,sign-out}, PATCH /auth/v1/update-user-metadata and PUT
 * /auth/v1/account-metadata.
 */
export function cloudAuthOperations(deps: SignInOperationsDeps): readonly Operation[] {
  return [...authenticateOperations(deps), ...accountOperations(deps), ...metadataOperations(deps)]
}

function authenticateOperations({ signIn, sitesOf }: SignInOperationsDeps): Operation[] {
  return [
    defineOperation({
      ...COMMON,
      method: 'get',
      path: `${CLOUD_AUTH_PATH}nonce`,
      summary: 'A nonce for one sign-in message, and the token that must come with it',
      response: CloudAuthNonce,
      handler: async () => {
        const { nonce, token } = await signIn.issueNonce()
        return { nonce, token }
      },
    }),
    defineOperation({
      ...COMMON,
      method: 'post',
      path: `${CLOUD_AUTH_PATH}authenticate`,
      summary: 'Opens a session for a signed message',
      body: CloudAuthRequest,
      acceptsAnyType: true,
      maxBodyBytes: 64 * 1_024,
      response: CloudAuthToken,
      errors: [...KEY_ERRORS, 502],
      handler: async ({ body: { message, signature } }, c) => {
        const signed = { message, signature: signature as `0x${string}` }
        const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('x-nonce-jwt') ?? '') ?? []
        const text = toSiweText(message)
        if (!text.includes(`\nNonce: ${nonceOf(token)}\n`)) throw new UnknownNonceError()
        return { token: withClaims((await signIn.open(signed, sitesOf(c), text)).token) }
      },
    }),
  ]
}

const OF_SESSION = { ...COMMON, security: ['projectId', 'session'] } as const

function accountOperations({ signIn, sitesOf }: SignInOperationsDeps): Operation[] {
  const findSession = (c: Context) => signIn.find(c.req.header('authorization'), sitesOf(c))
  return [
    defineOperation({
      ...OF_SESSION,
      method: 'get',
      path: `${CLOUD_AUTH_PATH}me`,
      summary: 'The account that is signed in',
      response: CloudAuthAccount,
      handler: async (_, c) => {
        const { address, chainId, metadata } = await findSession(c)
        return {
          address,
          chainId,
          caip2Network: toCaipNetworkId(chainId),
          metadata: metadata as Record<string, never>,
        }
      },
    }),
    defineOperation({
      ...OF_SESSION,
      method: 'post',
      path: `${CLOUD_AUTH_PATH}sign-out`,
      summary: 'Signs out',
      response: CloudAuthDone,
      handler: async (_, c) => {
        const session = await findSession(c).catch(nullWithoutSession)
        if (session !== null) await signIn.end(session)
        return {}
      },
    }),
  ]
}

function metadataOperations({ signIn, sitesOf }: SignInOperationsDeps): Operation[] {
  const update = {
    ...OF_SESSION,
    summary: 'Replaces what the app keeps with the session',
    acceptsAnyType: true,
    maxBodyBytes: 4 * 1_024,
    response: CloudAuthDone,
  }
  const set = async (metadata: Record<string, unknown>, c: Context) => {
    const session = await signIn.find(c.req.header('authorization'), sitesOf(c))
    await signIn.setMetadata(session, metadata)
    return {}
  }
  return [
    defineOperation({
      ...update,
      method: 'patch',
      path: `${CLOUD_AUTH_PATH}update-user-metadata`,
      body: CloudAuthMetadata,
      handler: ({ body }, c) => set(body, c),
    }),
    defineOperation({
      ...update,
      method: 'put',
      path: `${CLOUD_AUTH_PATH}account-metadata`,
      body: CloudAuthAccountMetadata,
      handler: ({ body }, c) => set(body.metadata ?? {}, c),
    }),
  ]
}

/** Signing out of a session that has already ended is not an error. */
function nullWithoutSession(error: unknown): null {
  if (error instanceof NoSessionError) return null
  throw error
}
