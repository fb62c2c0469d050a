import type { StandingKind } from '@bullring/prediction/bet-standing'
import { toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { type TabStatus, tabTitle } from './tab-title.ts'

const BNB = 10n ** 18n
const NOW = 1_000

const status: TabStatus = {
  now: toUnixSeconds(NOW),
  end: toUnixSeconds(NOW + 47),
  price: { value: toPriceE8(86_341_200_000n), at: toUnixSeconds(NOW - 5), direction: 'up' },
  bet: null,
}

const bet = (kind: StandingKind, change: bigint) => ({
  position: 'bull' as const,
  stake: toWei(BNB / 2n),
  standing: { kind, change },
})

test('shows time, direction and price', () => {
  expect(tabTitle(status)).toBe('0:47 ▲ $863.41')
})

test.each([
  ['winning', BNB / 4n, '0:47 ✓ +0.2500 · $863.41'],
  ['losing', -BNB / 2n, '0:47 ✗ \u22120.5000 · $863.41'],
  ['even', 0n, '0:47 = · $863.41'],
  ['open', BNB / 4n, '0:47 ▲ 0.5000 · $863.41'],
] as const)('shows a bet that is %s', (kind, change, title) => {
  expect(tabTitle({ ...status, bet: bet(kind, change) })).toBe(title)
})

test('shows no time after the end, and no price that is old', () => {
  expect(tabTitle({ ...status, end: toUnixSeconds(NOW) })).toBe('▲ $863.41')
  expect(tabTitle({ ...status, now: toUnixSeconds(NOW + 90), end: null })).toBe('')
})
