import type { Epoch } from '@bullring/prediction/units'
import { lazy, Suspense, useEffect } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Round } from '#api/round.ts'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import type { PlayMoney } from '#features/connect/use-play-money.ts'
import { WalletModalPlace } from '#features/connect/wallet-modal-place.tsx'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import type { useHomeData } from './use-home-data.ts'
import type { OpenWindow } from './use-home-windows.ts'

// Windows are loaded after the page stands: nobody needs them to read time and odds.
const loadBet = () => import('#features/bet/bet-dialog.tsx')
const loadHistory = () => import('#features/history/history-drawer.tsx')
const loadStats = () => import('./stats-tray.tsx')
const loadVerify = () => import('#features/verify/verify-dialog.tsx')

const BetDialog = lazy(async () => ({ default: (await loadBet()).BetDialog }))
const HistoryDrawer = lazy(async () => ({ default: (await loadHistory()).HistoryDrawer }))
const StatsTray = lazy(async () => ({ default: (await loadStats()).StatsTray }))
const VerifyDialog = lazy(async () => ({ default: (await loadVerify()).VerifyDialog }))

/** Fetching the windows ahead waits this long, so that it never competes with the first numbers. */
const PRELOAD_AFTER_MS = 2_000

type HomeWindowsProps = {
  open: OpenWindow
  data: ReturnType<typeof useHomeData>
  playMoney: PlayMoney
  isClaiming: boolean
  onClaimAll: (epochs: Epoch[]) => void
  onPlaced: () => void
  onClose: () => void
}

/** The window above the page, if one is open. */
export function HomeWindows(props: HomeWindowsProps) {
  usePreload(props.data.account !== null)
  return (
    <>
      <Suspense fallback={null}>{renderWindow(props)}</Suspense>
      <WalletModalPlace isAsked={props.open.kind === 'connect'} onClose={props.onClose} />
    </>
  )
}

function renderWindow({ open, data, onClose, ...props }: HomeWindowsProps) {
  switch (open.kind) {
    case 'none':
    case 'connect':
      return null
    case 'history':
      return <HistoryWindow data={data} onClose={onClose} {...props} />
    case 'stats':
      return <StatsTray account={data.account} onClose={onClose} />
    case 'verify':
      return <VerifyWindow round={open.round} onClose={onClose} />
    case 'bet':
      return data.account === null ? null : (
        <BetDialog
          position={open.position}
          round={freshest(open.round, data.rounds.next)}
          account={data.account}
          balance={data.balance}
          hasEntered={data.ownBets.has(open.round.epoch)}
          moreCoins={<PlayMoneyButton playMoney={props.playMoney} />}
          onPlaced={props.onPlaced}
          onClose={onClose}
        />
      )
  }
}

type HistoryWindowProps = Pick<HomeWindowsProps, 'data' | 'isClaiming' | 'onClaimAll' | 'onClose'>

function HistoryWindow({ data, isClaiming, onClaimAll, onClose }: HistoryWindowProps) {
  const { explorerUrl } = useAppConfig().chain
  return (
    <HistoryDrawer
      isConnected={data.account !== null}
      history={data.history}
      explorerUrl={explorerUrl}
      isClaiming={isClaiming}
      onClaimAll={onClaimAll}
      onClose={onClose}
    />
  )
}

function VerifyWindow({ round, onClose }: { round: Round; onClose: () => void }) {
  const { explorerUrl } = useAppConfig().chain
  return <VerifyDialog round={round} explorerUrl={explorerUrl} onClose={onClose} />
}

/** The round as it is now; as it was on opening once the cards have moved on. */
function freshest(opened: Round, next: CardRound): Round {
  return next.kind === 'ready' && next.round.epoch === opened.epoch ? next.round : opened
}

/** Everybody may bet; a history has whoever is connected. */
function usePreload(isConnected: boolean) {
  useEffect(() => {
    const loads = isConnected ? [loadBet, loadHistory, loadStats] : [loadBet]
    const timer = setTimeout(() => {
      void Promise.allSettled(loads.map((load) => load()))
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
}
