// @vitest-environment happy-dom
import { toEpoch, toWei } from '@bullring/prediction/units'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hasReturn, leavesPage, RETURN_KEY, sendWithReturn } from './leave-page.ts'
import { type Awaited, readReturn } from './returned-request.ts'

const BET: Awaited = {
  kind: 'bet',
  prediction: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  bet: {
    account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    epoch: toEpoch(40),
    position: 'bear',
    amount: toWei(20_000_000_000_000_000_001n),
    collect: [toEpoch(38)],
  },
}
const SEND = { method: 'eth_sendTransaction' }

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** Sends while the wallet is asked whether the page can be left. */
const leaveFor = (call: { method: string }) =>
  sendWithReturn(BET, () => Promise.resolve(leavesPage(call)?.('00ff') ?? null))

test('keeps side, amount, market and round for the page that loads next', async () => {
  expect(hasReturn()).toBe(false)
  expect(await leaveFor(SEND)).toBe(true)
  expect(hasReturn()).toBe(true)
  expect(readReturn()).toEqual({ id: '00ff', awaited: BET })
})

test('a page is not left for a request that no page goes on with', async () => {
  expect(await leaveFor({ method: 'personal_sign' })).toBeNull()
  expect(leavesPage({ method: 'personal_sign' })).toBeNull()
  expect(await leaveFor({ method: 'wallet_revokePermissions' })).toBeNull()
  window.history.replaceState(null, '', '/direct-bet')
  expect(await leaveFor(SEND)).toBeNull()
  expect(hasReturn()).toBe(false)
})

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

test.each([
  ['transaction', 'eth_sendTransaction', { to: TOKEN, value: '0x1' }],
  ['transaction', 'eth_sendTransaction', { to: TOKEN, data: '0xa9059cbb' }],
  ['approval', 'eth_sendTransaction', { to: TOKEN, data: '0x095ea7b3' }],
  ['revocation', 'wallet_revokePermissions', { pci: '0x1' }],
])(
  'a request that the page does not send is a %s of the wallet’s dialog',
  (what, method, param) => {
    expect(leavesPage({ method, params: [param] })?.('00ff')).toBe(true)
    expect(readReturn()).toEqual({ id: '00ff', awaited: { kind: 'dialog', what } })
  },
)

test('a page is not left while it sends two requests, of which it would keep the wrong one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = sendWithReturn({ ...BET }, () => promise)
  expect(await leaveFor(SEND)).toBeNull()
  expect(hasReturn()).toBe(false)
  resolve()
  await first
  expect(await leaveFor(SEND)).toBe(true)
})

test('error: a page is not left where the browser keeps nothing', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(await leaveFor(SEND)).toBe(false)
})

test.each(['', '{}', '{"id":"00ff","awaited":{"kind":"bet"}}'])(
  'error: ignores what is damaged: %s',
  (text) => {
    sessionStorage.setItem(RETURN_KEY, text)
    expect(readReturn()).toBeNull()
  },
)
