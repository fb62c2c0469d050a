import type { Position } from '@bullring/prediction/payout'
import { lazy, Suspense, useEffect } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Round } from '#api/round.ts'
import { useAccount } from '#chain/use-wallet.ts'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import { WalletModalPlace } from '#features/connect/wallet-modal-place.tsx'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeAccount, useHomeHistory, useHomeRounds } from './home-data.tsx'
import { useRefreshAfterTransaction } from './use-refresh.ts'

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

/** The window above the page, if one is open. */
export function HomeWindow() {
  const { open, close } = useHomeActions()
  usePreload(useAccount() !== null)
  return (
    <>
      <Suspense fallback={null}>
        {open.kind === 'history' && <HistoryWindow onClose={close} />}
        {open.kind === 'stats' && <StatsWindow onClose={close} />}
        {open.kind === 'verify' && <VerifyWindow round={open.round} onClose={close} />}
        {open.kind === 'bet' && (
          <BetWindow position={open.position} round={open.round} onClose={close} />
        )}
      </Suspense>
      <WalletModalPlace isAsked={open.kind === 'connect'} onClose={close} />
    </>
  )
}

type WindowProps = { onClose: () => void }

function HistoryWindow({ onClose }: WindowProps) {
  const { explorerUrl } = useAppConfig().chain
  const account = useAccount()
  const { history } = useHomeHistory()
  const { isClaiming, claimAll } = useHomeActions()
  return (
    <HistoryDrawer
      isConnected={account !== null}
      history={history}
      explorerUrl={explorerUrl}
      isClaiming={isClaiming}
      onClaimAll={claimAll}
      onClose={onClose}
    />
  )
}

function StatsWindow({ onClose }: WindowProps) {
  return <StatsTray account={useAccount()} onClose={onClose} />
}

function VerifyWindow({ round, onClose }: WindowProps & { round: Round }) {
  const { explorerUrl } = useAppConfig().chain
  return <VerifyDialog round={round} explorerUrl={explorerUrl} onClose={onClose} />
}

function BetWindow({
  position,
  round,
  onClose,
}: WindowProps & { position: Position; round: Round }) {
  const account = useAccount()
  const { balance, playMoney } = useHomeAccount()
  const { next } = useHomeRounds()
  const { ownBets } = useHomeHistory()
  const refresh = useRefreshAfterTransaction()
  if (account === null) return null
  return (
    <BetDialog
      position={position}
      round={freshest(round, next)}
      account={account}
      balance={balance}
      hasEntered={ownBets.has(round.epoch)}
      moreCoins={<PlayMoneyButton playMoney={playMoney} />}
      onPlaced={refresh}
      onClose={onClose}
    />
  )
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
