import type { Epoch } from '@bullring/prediction/units'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, type RefObject, useDeferredValue, useState } from 'react'
import { useMarketConfig, useMarketSymbol } from '#api/market/market-config.ts'
import { useMarketRules } from '#api/market/market-rules.ts'
import { useMedia } from '#browser/use-media.ts'
import { useRenderStep } from '#browser/use-render-step.ts'
import { useClockSync } from '#chain/clock/use-clock-sync.ts'
import { hasReturn } from '#chain/wallet/leave-page.ts'
import { useHasAccount, useHasEmbeddedWallet, useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useLine } from '#data/line.ts'
import { useLiveEvents } from '#data/use-live-events.ts'
import { useRefreshAtRoundEnd, useRetryOnReconnect } from '#data/use-refresh.ts'
import { AccessNotice } from '#features/access/access-notice.tsx'
import { useAccess } from '#features/access/use-access.ts'
import { chartBands } from '#features/chart/chart-band.ts'
import { ChartNotLoaded, ChartPlaceholder } from '#features/chart/chart-placeholder.tsx'
import { usePricePolling, useTokenPrices } from '#features/chart/use-token-prices.ts'
import { usePracticeOffer } from '#features/connect/use-practice-offer.ts'
import { CountdownPanel } from '#features/countdown/countdown-panel.tsx'
import { isUnclaimed } from '#features/history/trade-outcome.ts'
import { useReferral } from '#features/referral/use-referral.ts'
import type { CardProps } from '#features/rounds/cards/any-card.tsx'
import { BetBar } from '#features/rounds/cards/bet-bar.tsx'
import { RoundsRow } from '#features/rounds/row/rounds-row.tsx'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import { UserResult } from '#features/rounds/user-result.tsx'
import { useMessages } from '#i18n/language.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { classNames } from '#ui/class-names.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { usePageDescription } from '../use-page-description.ts'
import { usePageTitle } from '../use-page-title.ts'
import { HomeBanners } from './banners/home-banners.tsx'
import { HomeFooter } from './footer/home-footer.tsx'
import { HomeActions, useHomeActions } from './home-actions.tsx'
import {
  alertsChunk,
  chartChunk,
  myBetChunk,
  olderChunk,
  oneTapChunk,
  practiceChunk,
  railChunk,
  resultsChunk,
  returnChunk,
  titleChunk,
} from './home-chunks.ts'
import { HomeData, useHomeHistory, useHomeRecentRounds, useHomeRounds } from './home-data.tsx'
import { HOME_MESSAGES } from './home-messages.ts'
import styles from './home-page.module.css'
import { HomeTop } from './top-bar/home-top.tsx'
import { SkipLink } from './top-bar/skip-link.tsx'
import { useCardProps } from './use-card-props.ts'
import { useShareWin } from './use-share-win.ts'
import { HistoryButton } from './windows/history-button.tsx'
import { HomeWindow } from './windows/home-window.tsx'
import { StatsButton } from './windows/stats-button.tsx'

/** The main screen. Composes features and contains no rules. */
export function HomePage() {
  const messages = useMessages(HOME_MESSAGES)
  const symbol = useMarketSymbol()
  usePageTitle(messages.pageTitle({ symbol }))
  usePageDescription(messages.description({ symbol }))
  const [winPlace, setWinPlace] = useState<HTMLElement | null>(null)
  return (
    <HomeData>
      <HomeActions>
        <div className={styles['page']}>
          <SkipLink />
          <HomeTop />
          <div className={styles['banners']}>
            <HomeBanners />
          </div>
          <main className={styles['main']}>
            <Clock winPlace={setWinPlace} />
            <div className={styles['chart']}>
              <Chart />
            </div>
            <div className={styles['results']}>
              <Later>
                <Results />
              </Later>
            </div>
            <div className={styles['bet']}>
              <MyBet winPlace={winPlace} />
              <OneTap />
              <Practice />
            </div>
            <LiveRow />
            <Later>
              <Rail />
            </Later>
          </main>
          <Later>
            <HomeFooter />
            <BackgroundSync />
            <Title />
            <Alerts />
            <Return />
          </Later>
          <HomeWindow />
          <ToastRegion />
        </div>
      </HomeActions>
    </HomeData>
  )
}

/** Keeps the data of the page up to date and posts a referral. Renders nothing. */
function BackgroundSync() {
  const rounds = useHomeRounds()
  const account = useWalletAddress()
  useClockSync()
  usePricePolling()
  useRefreshAtRoundEnd(rounds)
  useRetryOnReconnect(rounds.retry)
  useLiveEvents(account)
  useReferral(account)
  return null
}

function Clock({ winPlace }: { winPlace: Ref<HTMLDivElement> }) {
  const { next } = useHomeRounds()
  const { trades, hasOlder } = useHomeHistory().history
  const { openHistory, openStats } = useHomeActions()
  const cards = useCardProps()
  const access = useAccess()
  const isSilent = access.kind === 'open' || access.kind === 'checking'
  const notice = isSilent ? null : <AccessNotice access={access} />
  return (
    <div className={styles['clock']}>
      <CountdownPanel round={roundOf(next)} newsPlace={winPlace}>
        <HistoryButton
          unclaimed={trades.filter(isUnclaimed).length}
          hasOlder={hasOlder}
          onOpen={openHistory}
        />
        <StatsButton onOpen={openStats} />
      </CountdownPanel>
      {next.kind === 'ready' && <BetBar {...cards} round={next.round} notice={notice} />}
    </div>
  )
}

/** Loaded after the countdown and the cards: a first bet does not need the chart. */
function Chart() {
  const { prices: priceSource } = useMarketConfig()
  const { live, isFailing } = useHomeRounds()
  const past = useHomeRecentRounds()
  const { trades } = useHomeHistory().history
  const prices = useTokenPrices()
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(chartChunk)
  // Deferred, so that React renders the chart in slices and the page stays responsive to input.
  const chart = useDeferredValue(data)
  if (chart === undefined) {
    if (errorUpdateCount === 0) return <ChartPlaceholder />
    return <ChartNotLoaded isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <chart.ChartCard
      prices={prices}
      bands={chartBands([...past.map(({ round }) => round ?? null), roundOf(live)])}
      userTrades={trades}
      priceSource={priceSource}
      isOffline={isFailing}
    />
  )
}

/** The title of the tab, for every visitor. */
function Title() {
  const { data: chunk } = useQuery(titleChunk)
  return chunk && <chunk.HomeTitle />
}

/** Goes on where a page before this one has left for the wallet. */
function Return() {
  const [isReturning] = useState(hasReturn)
  const { data: chunk } = useQuery({ ...returnChunk, enabled: isReturning })
  return chunk && <chunk.HomeReturn />
}

/** Sound, vibration and notifications, loaded only where one is switched on. */
function Alerts() {
  const { hasSound, hasVibration, hasNotifications } = useDeviceSettings()
  const isOn = hasSound || hasVibration || hasNotifications
  const { data: chunk } = useQuery({ ...alertsChunk, enabled: isOn })
  return isOn && chunk && <chunk.HomeAlerts />
}

/** Loaded after the cards. Its place is kept for a connected visitor. */
function MyBet({ winPlace }: { winPlace: HTMLElement | null }) {
  const hasAccount = useHasAccount()
  const onShareWin = useShareWin()
  const { data: chunk } = useQuery({ ...myBetChunk, enabled: hasAccount })
  if (!hasAccount) return null
  return (
    <div className={styles['mine']}>
      {chunk === undefined ? (
        <p />
      ) : (
        <chunk.HomeMyBet winPlace={winPlace} onShareWin={onShareWin} />
      )}
    </div>
  )
}

/** Loaded after the cards, for visitors who may practise. Its place is kept. */
function Practice() {
  const isOffered = usePracticeOffer()
  const { data: chunk } = useQuery({ ...practiceChunk, enabled: isOffered })
  if (!isOffered) return null
  return chunk === undefined ? <p /> : <chunk.HomePractice />
}

/** Loaded for the embedded wallet alone, and mounted from then on: it ends with a session. */
function OneTap() {
  const { data: chunk } = useQuery({ ...oneTapChunk, enabled: useHasEmbeddedWallet() })
  return chunk && <chunk.HomeOneTap />
}

function Results() {
  const { userBets } = useHomeHistory()
  const { showRound } = useHomeActions()
  const places = useHomeRecentRounds()
  const { data: chunk } = useQuery(resultsChunk)
  return chunk && <chunk.ResultStrip places={places} bets={userBets} onOpen={showRound} />
}

/** The cards, without colours while their odds may be out of date. */
function LiveRow() {
  return (
    <div className={classNames(styles['row'], styles[useLine().kind])}>
      <Row />
    </div>
  )
}

/** Breakpoint of home-page.module.css. */
const HAS_RAIL = '(min-width: 100rem)'

function Rail() {
  const hasRail = useMedia(HAS_RAIL)
  const { data: chunk } = useQuery({ ...railChunk, enabled: hasRail })
  if (!hasRail) return null
  return <aside className={styles['rail']}>{chunk && <chunk.HomeRail />}</aside>
}

function Row() {
  const rounds = useHomeRounds()
  const { userBets } = useHomeHistory()
  const cards = useCardProps()
  return (
    <>
      <RoundsRow
        rounds={rounds}
        older={(row) => <Older row={row} open={rounds.epoch} cards={cards} />}
        {...cards}
      />
      <UserResult market={useMarketRules()} expired={rounds.expired} userBets={userBets} />
    </>
  )
}

type OlderProps = { row: RefObject<HTMLElement | null>; open: Epoch | null; cards: CardProps }

/** The cards of older rounds, loaded last: only visitors who scroll back see them. */
function Older({ row, open, cards }: OlderProps) {
  const account = useWalletAddress()
  const isLater = useRenderStep(1) === 1
  const { data: chunk } = useQuery({ ...olderChunk, enabled: isLater })
  if (chunk === undefined || open === null) return null
  return <chunk.OlderRounds row={row} open={open} account={account} cards={cards} />
}

/** Renders its children after the first render of the page. */
function Later({ children }: { children: ReactNode }) {
  return useRenderStep(1) === 1 && children
}

function roundOf(card: CardRound) {
  return card.kind === 'ready' ? card.round : null
}
