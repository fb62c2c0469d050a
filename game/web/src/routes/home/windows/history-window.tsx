import type { Epoch } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMarketReach } from '#api/market/market-reach.ts'
import type { Trade } from '#api/trade/trade.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { HistoryDrawer } from '#features/history/history-drawer.tsx'
import { type Trades, useTrades } from '#features/history/use-trades.ts'
import { PayoutSetting } from '#features/payouts/payout-setting.tsx'
import { roundQuery } from '#features/rounds/round-number.ts'
import { useHomeActions } from '../home-actions.tsx'
import { useHomeHistory } from '../home-data.tsx'
import { openMarket } from '../open-market.ts'
import { MarketChoice } from './market-choice.tsx'
import { ReachedMarkets } from './reached-markets.tsx'

type HistoryWindowProps = { connectButton: ReactNode; onClose: () => void }

/** The visitor's bets in the market of the page or in all. */
export function HistoryWindow(props: HistoryWindowProps) {
  const { history } = useHomeHistory()
  return (
    <ReachedMarkets>
      <ReachedHistory ofMarket={history} {...props} />
    </ReachedMarkets>
  )
}

function ReachedHistory({ ofMarket, ...props }: HistoryWindowProps & { ofMarket: Trades }) {
  const { explorerUrl } = useAppConfig().chain
  const account = useWalletAddress()
  const { isOverAll } = useMarketReach()
  const ofAll = useTrades(isOverAll ? account : null)
  const { isClaiming, claimStep, claimAll, showRound } = useHomeActions()
  const symbol = useMarketSymbol()
  return (
    <HistoryDrawer
      {...props}
      account={account}
      history={isOverAll ? ofAll : ofMarket}
      explorerUrl={explorerUrl}
      isClaiming={isClaiming}
      claimStep={claimStep}
      marketChoice={<MarketChoice />}
      payouts={account && <PayoutSetting account={account} trades={ofMarket.trades} />}
      onClaimAll={claimAll}
      onShowRound={(trade) => openRound(trade, { symbol, showRound })}
    />
  )
}

type Shown = { symbol: string; showRound: (epoch: Epoch) => void }

/** A round of another market opens on that market's page. */
function openRound(trade: Trade, { symbol, showRound }: Shown): void {
  if (trade.symbol === symbol) showRound(trade.epoch)
  else openMarket(trade.symbol, roundQuery(trade.epoch.toString()))
}
