// @vitest-environment node
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { parseSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, test } from 'vitest'
import { createKitQueryClient } from '#create-query-client.ts'
import { createTestPersistence } from '#testing/test-persistence.ts'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { createServerSiwx } from './server-siwx.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'

const ALICE = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 56 } as const
const SESSION = {
  address: ALICE.address,
  chainId: 'eip155:56',
  domain: 'bull.ring',
  issuedAt: '2026-11-21T09:00:00Z',
  expiresAt: '2026-11-28T09:00:00Z',
}

let service: TestService | undefined
afterEach(() => service?.stop())

/** Starts a service that issues one token. `broken` requests fail with 500. */
async function start({ accepts = true, broken = '' } = {}) {
  const state = { tokens: new Set<string | undefined>() }
  service = await startTestService((path, { token }) => {
    const call = path.replace('/siwx/', '')
    if (call === broken) return { status: 500, body: '' }
    if (call === 'nonce')
      return { body: { nonce: 'abcdef0123456789', expiresAt: SESSION.expiresAt } }
    if (call === 'verify') {
      if (!accepts)
        return { status: 401, body: { detail: 'The signature does not belong to this account' } }
      state.tokens.add('secret')
      return { body: { token: 'secret', session: SESSION } }
    }
    if (call === 'revoke') {
      state.tokens.delete(token)
      return { body: { revoked: true } }
    }
    return state.tokens.has(token) ? { body: SESSION } : { status: 401, body: '' }
  })
  const { requests, url: baseUrl } = service
  const refusals: unknown[] = []
  const persistence = createTestPersistence()
  const siwx = createServerSiwx({
    options: { sessions: 'server' },
    baseUrl,
    queryClient: createKitQueryClient(),
    projectId: 'my-app',
    onRefused: (error) => refusals.push(error),
    persistence,
    page: () => ({ host: 'bull.ring', origin: 'https://bull.ring' }),
  })
  const signIn = async () =>
    siwx.addSession({ ...(await siwx.createMessage(ALICE)), signature: '0x12' })
  return { siwx, signIn, state, persistence, requests, refusals }
}

describe('createServerSiwx', () => {
  test('signs a message with the nonce of the service', async () => {
    const { siwx } = await start()
    const { text } = await siwx.createMessage(ALICE)
    expect(parseSiweMessage(text).nonce).toBe('abcdef0123456789')
  })
  test('starts a sign-in without an account', async () => {
    const { siwx } = await start()
    expect(await siwx.createRequest?.()).toMatchObject({
      nonce: 'abcdef0123456789',
      domain: 'bull.ring',
      uri: 'https://bull.ring',
    })
  })
  test('returns the session until sign-out', async () => {
    const { siwx, signIn, state } = await start()
    await signIn()
    const session = { ...ALICE, expiresAt: SESSION.expiresAt, token: 'secret' }
    expect(await siwx.getSessions(ALICE)).toEqual([session])
    expect(await siwx.getSessions({ ...ALICE, chainId: 97 })).toEqual([])
    await siwx.revokeSession(ALICE)
    expect(state.tokens.size).toBe(0)
    expect(await siwx.getSessions(ALICE)).toEqual([])
  })
  test('sends the project id with every request', async () => {
    const { siwx, signIn, requests, refusals } = await start()
    await signIn()
    await siwx.getSessions(ALICE)
    await siwx.revokeSession(ALICE)
    expect(requests.map(({ pathname }) => pathname)).toEqual(
      ['nonce', 'verify', 'session', 'revoke'].map((call) => `/siwx/${call}`),
    )
    expect(requests.filter((url) => url.searchParams.get('projectId') !== 'my-app')).toEqual([])
    expect(refusals).toEqual([])
  })
  test('sends nothing without a token', async () => {
    const { siwx, requests } = await start()
    expect(await siwx.getSessions(ALICE)).toEqual([])
    await siwx.revokeSession(ALICE)
    expect(requests).toEqual([])
  })
  test('removes a token that is no longer valid', async () => {
    const { siwx, persistence } = await start()
    persistence.write('siwx-token', 'old')
    expect(await siwx.getSessions(ALICE)).toEqual([])
    expect(persistence.read('siwx-token')).toBeNull()
  })
  test('error: reports a refused signature', async () => {
    const { siwx, signIn, refusals } = await start({ accepts: false })
    await expect(signIn()).rejects.toThrow(SignatureRejectedError)
    expect(refusals).toHaveLength(1)
    expect(await siwx.getSessions(ALICE)).toEqual([])
  })
  test('error: does not send a signature twice', async () => {
    const { signIn, requests } = await start({ broken: 'verify' })
    await expect(signIn()).rejects.toThrow(ApiProblemError)
    expect(requests.filter(({ pathname }) => pathname === '/siwx/verify')).toHaveLength(1)
  })
  test('error: does not treat a broken service as signed out', async () => {
    const { siwx, persistence } = await start({ broken: 'session' })
    persistence.write('siwx-token', 'secret')
    await expect(siwx.getSessions(ALICE)).rejects.toThrow(ApiProblemError)
    expect(persistence.read('siwx-token')).toBe('secret')
  })
})
