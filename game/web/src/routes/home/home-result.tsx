import { type Epoch, toWei } from '@bullring/prediction/units'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Address } from 'viem'
import type { Trade } from '#api/trade/trade.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { isClaimedHere } from '#features/history/trade-queries.ts'
import { usePaymentNotice } from '#features/payouts/use-payment-notice.ts'
import { usePayoutOffer } from '#features/payouts/use-payout-offer.ts'
import { isSentAutomatically, usePayoutSwitch } from '#features/payouts/use-payout-switch.ts'
import { totalsOf } from '#features/result/news.ts'
import { ResultCard } from '#features/result/result-card.tsx'
import { useNews } from '#features/result/use-news.ts'
import { WinCard } from '#features/result/win-card.tsx'
import type { Win } from '#features/share/draw-win.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeHistory } from './home-data.tsx'

type HomeResultProps = {
  /** The place of a win, beside the clock; null before the first render. */
  winPlace: HTMLElement | null
  onShareWin: (win: Win) => void
}

/** The results of the visitor's bets, when they arrive or when the visitor is back. */
export function HomeResult(props: HomeResultProps) {
  const account = useWalletAddress()
  return account && <AccountResult key={account} account={account} {...props} />
}

function AccountResult({ account, winPlace, onShareWin }: HomeResultProps & { account: Address }) {
  const market = useMarket().prediction
  const { trades, updatedAtMs } = useHomeHistory().history
  const { state: payouts, isLoading } = usePayoutSwitch(account)
  const isOn = payouts?.isOn === true && payouts.isOffered
  // A claimed win is news only where it was sent: whether it was must be known.
  const loaded = { trades, updatedAtMs: isLoading ? 0 : updatedAtMs, isSent: isOn }
  const news = useNews({ account, market }, loaded)
  const { isClaiming, claimResults } = useHomeActions()
  const { epochs, isMissed, close } = news
  const shown = trades.filter(({ epoch }) => epochs.includes(epoch)).reverse()
  const isCollected = !isOn && shown.some(({ isClaimed }) => isClaimed)
  const best = bestWin(shown)
  const client = useQueryClient()
  // The card says so of the results that it shows.
  usePaymentNotice(
    isOn,
    trades,
    (trade) => epochs.includes(trade.epoch) || isClaimedHere(client, account, trade),
  )
  usePayoutOffer(account, payouts, best !== undefined)
  useEffect(() => {
    if (isCollected) close()
  }, [isCollected, close])
  if (shown.length === 0) return null
  const card = {
    trades: shown,
    isClaiming,
    isSent: shown.every(({ epoch }) => isSentAutomatically(payouts, epoch)),
    onClaim: (claimed: readonly Epoch[]) =>
      claimResults(shown.filter(({ epoch }) => claimed.includes(epoch))),
    onShare: best === undefined ? null : () => onShareWin(toWin(best)),
    onClose: close,
  }
  const { won, lost } = totalsOf(shown)
  // A missed win stays until it is closed: it must not cover the clock.
  if (winPlace === null || isMissed || won <= lost) {
    return <ResultCard isMissed={isMissed} {...card} />
  }
  return createPortal(<WinCard {...card} />, winPlace)
}

/** Returns the bet that has won the most; undefined without a win. */
function bestWin(trades: readonly Trade[]): Trade | undefined {
  const wins = trades.filter(({ isWin, winAmount }) => isWin === true && winAmount > 0n)
  return wins.toSorted((a, b) => (a.winAmount < b.winAmount ? 1 : -1))[0]
}

function toWin({ epoch, position, stake, winAmount }: Trade): Win {
  return { epoch, position, stake, payout: toWei(stake + winAmount) }
}
