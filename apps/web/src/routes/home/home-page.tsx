import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import { useClockSync } from '#chain/use-clock-sync.ts'
import { chartBands } from '#features/chart/chart-band.ts'
import { ChartPlaceholder } from '#features/chart/chart-placeholder.tsx'
import { useClaim } from '#features/claim/use-claim.ts'
import { usePlayMoney } from '#features/connect/use-play-money.ts'
import { useSwitchNetwork } from '#features/connect/use-switch-network.ts'
import { ConnectBanner, NetworkBanner } from '#features/connect/wallet-banner.tsx'
import { WalletButton } from '#features/connect/wallet-button.tsx'
import { CountdownPanel } from '#features/countdown/countdown-panel.tsx'
import { isUncollected } from '#features/history/trade-outcome.ts'
import { PriceTag } from '#features/price/price-tag.tsx'
import { RoundsRow } from '#features/rounds/rounds-row.tsx'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import { useWords } from '#i18n/language.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { HistoryButton } from './history-button.tsx'
import { HomeFooter } from './home-footer.tsx'
import styles from './home-page.module.css'
import { HomeWindows } from './home-windows.tsx'
import { HOME_WORDS } from './home-words.ts'
import { HowItWorks } from './how-it-works.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { StatsButton } from './stats-button.tsx'
import { TopBar } from './top-bar.tsx'
import { useHomeData, useRefreshAfterClaim, useRefreshAfterTransaction } from './use-home-data.ts'
import { useHomeWindows } from './use-home-windows.ts'

// Scales and shapes draw nothing that a first bet needs: time, odds and buttons come before them.
const ChartCard = lazy(async () => {
  const { ChartCard } = await import('#features/chart/chart-card.tsx')
  return { default: ChartCard }
})

/** The main screen. Composes the features; knows no rule of its own. */
export function HomePage() {
  usePageTitle(useWords(HOME_WORDS).pageTitle)
  useClockSync()
  const { chain, features } = useAppConfig()
  const data = useHomeData()
  const { wallet, balance, rounds, prices, history, ownBets, account } = data
  const refresh = useRefreshAfterTransaction()
  const playMoney = usePlayMoney(wallet, balance, refresh)
  const { isSwitching, switchNetwork } = useSwitchNetwork()
  const { isClaiming, claim } = useClaim(useRefreshAfterClaim())
  const windows = useHomeWindows(wallet, switchNetwork)
  const priceList = (prices.data ?? []).map(({ price }) => price)
  const openRound = roundOf(rounds.next)
  const hasTop = useHasTop()

  return (
    <div className={styles['page']}>
      <TopBar
        price={<PriceTag prices={priceList} />}
        wallet={
          <WalletButton
            wallet={wallet}
            balance={balance}
            playMoney={playMoney}
            isOpening={windows.isOpening}
            onConnect={windows.openConnect}
          />
        }
      />
      <div className={styles['banners']}>
        {windows.isWarned && wallet.kind !== 'connected' && (
          <ConnectBanner
            isOpening={windows.isOpening}
            onConnect={windows.openConnect}
            onDismiss={windows.dismissWarning}
          />
        )}
        {wallet.kind === 'connected' && wallet.isWrongChain && (
          <NetworkBanner
            chainName={chain.name}
            isSwitching={isSwitching}
            onSwitch={switchNetwork}
          />
        )}
        {rounds.isFailing && (
          <OfflineBanner updatedAtMs={rounds.updatedAtMs} onRetry={rounds.retry} />
        )}
      </div>
      <main className={styles['main']}>
        <div className={styles['clock']}>
          <CountdownPanel round={openRound}>
            <HistoryButton
              uncollected={history.trades.filter(isUncollected).length}
              onOpen={windows.openHistory}
            />
            <StatsButton onOpen={windows.openStats} />
          </CountdownPanel>
          <HowItWorks />
        </div>
        <Suspense fallback={<ChartPlaceholder />}>
          <ChartCard
            prices={prices}
            bands={chartBands([roundOf(rounds.expired), roundOf(rounds.live)])}
            ownTrades={history.trades}
            isSimulated={features.simulatedPrices}
          />
        </Suspense>
        {hasTop && (
          <RoundsRow
            rounds={rounds}
            lastPrice={priceList.at(-1) ?? null}
            ownBets={ownBets}
            isClaiming={isClaiming}
            onEnter={windows.enter}
            onCollect={(epoch) => account && claim({ account, epochs: [epoch], place: 'card' })}
            onVerify={windows.openVerify}
          />
        )}
      </main>
      {hasTop && <HomeFooter />}
      <HomeWindows
        open={windows.open}
        data={data}
        playMoney={playMoney}
        isClaiming={isClaiming}
        onClaimAll={(epochs) => account && claim({ account, epochs, place: 'history' })}
        onPlaced={refresh}
        onClose={windows.close}
      />
      <ToastRegion />
    </div>
  )
}

/** False in the first drawing: the rest comes in a second, so that a slow phone can answer in between. */
function useHasTop(): boolean {
  const [hasTop, setTop] = useState(false)
  useEffect(() => startTransition(() => setTop(true)), [])
  return hasTop
}

function roundOf(card: CardRound) {
  return card.kind === 'ready' ? card.round : null
}
