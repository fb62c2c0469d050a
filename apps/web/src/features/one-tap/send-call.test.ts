import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { createClient, custom, encodeFunctionResult } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { sendCall } from './send-call.ts'
import { sessionOf } from './session-limits.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CALL = { to: ACCOUNT, data: '0x12345678', value: 50n, lockAt: null } as const
const NOW_S = 1_000

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A chain whose session has made `nonce()` calls. */
function chainAt(nonce: () => number) {
  const state = () => ({ status: 1, spent: 0n, periodStart: 0, periodCalls: 0, nonce: nonce() })
  const replies: Record<string, () => unknown> = {
    eth_getBalance: () => '0x64',
    eth_getBlockByNumber: () => ({ timestamp: `0x${NOW_S.toString(16)}` }),
    eth_call: () =>
      encodeFunctionResult({ abi: sessionModuleAbi, functionName: 'stateOf', result: state() }),
  }
  const request = ({ method }: { method: string }) => Promise.resolve(replies[method]?.())
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

async function storedSession() {
  const key = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
  const limits = { stake: toWei(50n), bets: 10, expiresAt: toUnixSeconds(2_000) }
  const pair = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(pair, false, ['sign'])
  return {
    account: ACCOUNT,
    session: sessionOf(limits, key, [ACCOUNT]),
    ...{ chainId: 31_337, privateKey, grantedAtMs: 0 },
  } as const
}

function start(nonce: () => number = () => 0) {
  const stop = new AbortController()
  const onPost = vi.fn()
  const deps = {
    ...{ client: chainAt(nonce), servicesUrl: 'https://services.test', projectId: 'p' },
    ...{ signal: stop.signal, onPost },
  }
  return { stop, onPost, send: async () => sendCall(deps, await storedSession(), CALL) }
}

test('an abort while a bet is posted is no failure to report', async () => {
  const { stop, onPost, send } = start()
  const fetched = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
    stop.abort(new Error('the page has gone on'))
    return Promise.reject(signal.reason)
  })
  vi.stubGlobal('fetch', fetched)
  await expect(send()).rejects.toThrow('the page has gone on')
  expect(onPost).toHaveBeenCalledOnce()
  expect(fetched).toHaveBeenCalledOnce()
})

test('an abort between two attempts ends them', async () => {
  const { stop, send } = start()
  const fetched = vi.fn(() => {
    setTimeout(() => stop.abort(new Error('the page has gone on')))
    return Promise.reject(new TypeError('no connection'))
  })
  vi.stubGlobal('fetch', fetched)
  await expect(send()).rejects.toThrow('the page has gone on')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a bet whose first attempt arrived without a reply is made, whatever the second replies', async () => {
  let nonce = 0
  const { send } = start(() => nonce)
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'sessions.refused' }
  vi.stubGlobal(
    'fetch',
    vi.fn(() => {
      if (nonce === 1)
        return Promise.resolve(Response.json({ ...problem, reason: 'WrongNonce' }, { status: 409 }))
      nonce = 1
      return Promise.reject(new TypeError('the connection was lost'))
    }),
  )
  expect(await send()).toBe('made')
})
