import { locks } from 'node:worker_threads'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { createClient, custom, encodeFunctionResult } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { type SessionMarketCall, sendCall } from './send-call.ts'
import { sessionOf } from './session-limits.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CALL = { to: ACCOUNT, data: '0x12345678', value: 50n, lockAt: null } as const
const NOW_S = 1_000
const REFUSED = { type: 'about:blank', title: 'Conflict', status: 409, code: 'sessions.refused' }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Made once: calls take turns in the order of `send`. */
const STORED = await storedSession()

type ChainState = { nonce: () => number; nowS: () => number; balance: bigint }

/** A chain whose session has made `nonce()` calls. */
function chainAt({ nonce, nowS, balance }: ChainState) {
  const state = () => ({ status: 1, spent: 0n, periodStart: 0, periodCalls: 0, nonce: nonce() })
  const replies: Record<string, () => unknown> = {
    eth_getBalance: () => `0x${balance.toString(16)}`,
    eth_getBlockByNumber: () => ({ timestamp: `0x${nowS().toString(16)}` }),
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
    chainId: 31_337,
    privateKey,
    grantedAtMs: 0,
  } as const
}

function start(state: Partial<ChainState> = {}) {
  const stop = new AbortController()
  const onPost = vi.fn()
  const deps = {
    client: chainAt({ nonce: () => 0, nowS: () => NOW_S, balance: 100n, ...state }),
    servicesUrl: 'https://services.test',
    projectId: 'p',
    signal: stop.signal,
    onPost,
    // One lock manager for all tabs, as in a browser.
    inTurn: <result>(name: string, task: () => Promise<result>) =>
      locks.request(name, task) as Promise<result>,
  }
  const send = (call: Partial<SessionMarketCall> = {}, isAllowed = () => true) =>
    sendCall({ ...deps, isAllowed }, STORED, { ...CALL, ...call })
  return { stop, onPost, send }
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
  const { send } = start({ nonce: () => nonce })
  vi.stubGlobal(
    'fetch',
    vi.fn(() => {
      if (nonce === 1)
        return Promise.resolve(Response.json({ ...REFUSED, reason: 'WrongNonce' }, { status: 409 }))
      nonce = 1
      return Promise.reject(new TypeError('the connection was lost'))
    }),
  )
  expect(await send()).toBe('made')
})

/** Accepts calls, which are in a block once `mine` is called. */
function acceptCalls() {
  let mined = 0
  const mine = () => {
    mined += 1
  }
  const posted: { nonce: number; deadline: number }[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    posted.push(JSON.parse(body).call)
    return Promise.resolve(Response.json({ hash: `0x${'ab'.repeat(32)}` }))
  })
  return { posted, nonce: () => mined, mine }
}

test('a call waits for the one before, also for that of another tab', async () => {
  const { posted, nonce, mine } = acceptCalls()
  const first = start({ nonce }).send()
  const second = start({ nonce }).send()
  await vi.waitFor(async () => expect((await locks.query()).pending).toHaveLength(1))
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  mine()
  expect(await first).toBe('made')
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  mine()
  expect(await second).toBe('made')
  expect(posted.map(({ nonce: used }) => used)).toEqual([0, 1])
})

test('the deadline is one minute of chain time away; after it, the bet has failed', async () => {
  let timeS = NOW_S
  const { posted, nonce } = acceptCalls()
  const outcome = start({ nonce, nowS: () => timeS }).send()
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]?.deadline).toBe(NOW_S + 60)
  timeS = NOW_S + 61
  expect(await outcome).toBe('late')
})

test.each([
  ['late', 'arrives after its deadline', NOW_S],
  ['expired', 'is of a session that ends before its deadline', 1_950],
] as const)('a call is %s that %s', async (outcome, _, nowS) => {
  const problem = { ...REFUSED, reason: 'bundler.ends-too-soon' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 409 })))
  expect(await start({ nowS: () => nowS }).send()).toBe(outcome)
})

test.each([
  ['without enough coins', 'balance', {}, 49n],
  ['above the stake of a bet', 'limit', { value: 51n }, 100n],
  ['after the lock of the round', 'locked', { lockAt: toUnixSeconds(NOW_S) }, 100n],
] as const)('sends nothing %s', async (_, outcome, call, balance) => {
  const { posted } = acceptCalls()
  expect(await start({ balance }).send(call)).toBe(outcome)
  expect(posted).toEqual([])
})

test('sends nothing that the own limits forbid once the calls before have ended', async () => {
  const { posted, nonce, mine } = acceptCalls()
  let isAllowed = true
  const first = start({ nonce }).send()
  const second = start({ nonce }).send({}, () => isAllowed)
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  isAllowed = false
  mine()
  expect(await Promise.all([first, second])).toEqual(['made', 'ownLimit'])
  expect(posted).toHaveLength(1)
})
