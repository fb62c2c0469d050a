import { PermissionRequest } from '@bullring/accounts-api/sessions/permissions'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_MARKETS, permissionRequest, sessionOf } from './session-limits.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const MARKET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const KEY = { x: `0x${'11'.repeat(32)}`, y: `0x${'22'.repeat(32)}` } as const
const LIMITS = { stake: toWei(50n), bets: 10, expiresAt: toUnixSeconds(2_000_000_000) }

test('a session allows bets and claims in the markets, and the stake of each bet', () => {
  const session = sessionOf(LIMITS, KEY, [MARKET])
  expect(session).toMatchObject({ valuePerCall: 50n, totalValue: 500n, expiresAt: 2_000_000_000 })
  expect(session.methods).toEqual(
    ['betBull(uint256)', 'betBear(uint256)', 'claim(uint256[])'].map((method) => ({
      to: MARKET,
      selector: toFunctionSelector(method),
    })),
  )
})

test('the request for permissions says the same, for as many markets as a session can have', () => {
  const markets = Array.from(
    { length: MAX_MARKETS },
    (_, index) => `0x${`${index + 1}`.padStart(40, '0')}` as const,
  )
  const request = permissionRequest(sessionOf(LIMITS, KEY, markets), {
    account: ACCOUNT,
    chainId: 31_337,
  })
  expect(z.parse(PermissionRequest, request)).toMatchObject({
    chainId: '0x7a69',
    address: ACCOUNT,
    expiry: 2_000_000_000,
    signer: { data: { publicKey: `0x04${KEY.x.slice(2)}${KEY.y.slice(2)}` } },
    permissions: markets.map((address) => ({ data: { address } })),
    policies: [{ data: { perCall: 50n, total: 500n } }, { data: { count: 10, interval: 60 } }],
  })
})
