import { toWei } from '@bullring/prediction/units'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Trade } from '#api/trade/trade.ts'
import { testTrade } from '#testing/test-trade.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { usePaymentNotice } from './use-payment-notice.ts'

afterEach(cleanup)

const open = (epoch: bigint) =>
  testTrade(epoch, { state: 'locked', isWin: null, winAmount: 0n, claimAmount: toWei(0n) })
const paid = (epoch: bigint) => testTrade(epoch, { isClaimed: true, claimAmount: toWei(0n) })

function follow(isOn: boolean, isOwn: (trade: Trade) => boolean = () => false) {
  const toasts = createToastStore()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ToastContext value={toasts}>{children}</ToastContext>
  )
  const use = (trades: readonly Trade[]) => usePaymentNotice(isOn, trades, isOwn)
  const { rerender } = renderHook(use, { wrapper, initialProps: [] as readonly Trade[] })
  return { rerender, texts: () => toasts.getSnapshot().toasts.map(({ text }) => text) }
}

test('says how much has arrived, once', () => {
  const { rerender, texts } = follow(true)
  rerender([open(10n), testTrade(9n), paid(8n)])
  expect(texts()).toEqual([])
  rerender([open(10n), paid(9n), paid(8n)])
  rerender([open(10n), paid(9n), paid(8n)])
  expect(texts()).toEqual(['+0.0700 BNB sent to you'])
})

test('says nothing of what the visitor has collected here', () => {
  const { rerender, texts } = follow(true, ({ epoch }) => epoch === 9n)
  rerender([testTrade(9n)])
  rerender([paid(9n)])
  expect(texts()).toEqual([])
})

test('says nothing where winnings are not sent', () => {
  const { rerender, texts } = follow(false)
  rerender([testTrade(9n)])
  rerender([paid(9n)])
  expect(texts()).toEqual([])
})
