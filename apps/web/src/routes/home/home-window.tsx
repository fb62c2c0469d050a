import type { Position } from '@bullring/prediction/payout'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Round } from '#api/round.ts'
import { useWalletAddress } from '#chain/use-wallet.ts'
import { useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import { useHomeActions } from './home-actions.tsx'
import { betChunk, historyChunk, statsChunk, useWindowChunk, verifyChunk } from './home-chunks.ts'
import { useHomeAccount, useHomeHistory, useHomeRounds } from './home-data.tsx'

/** Fetching the windows ahead waits this long, so that it never competes with the first numbers. */
const PRELOAD_AFTER_MS = 2_000

/** The window above the page, if one is open. */
export function HomeWindow() {
  const { open, close, walletModal } = useHomeActions()
  usePreload(useWalletAddress() !== null)
  return (
    <>
      {open.kind === 'history' && <HistoryWindow onClose={close} />}
      {open.kind === 'stats' && <StatsWindow onClose={close} />}
      {open.kind === 'verify' && <VerifyWindow round={open.round} onClose={close} />}
      {open.kind === 'bet' && (
        <BetWindow position={open.position} round={open.round} onClose={close} />
      )}
      {walletModal}
    </>
  )
}

type WindowProps = { onClose: () => void }

function HistoryWindow({ onClose }: WindowProps) {
  const { explorerUrl } = useAppConfig().chain
  const account = useWalletAddress()
  const { history } = useHomeHistory()
  const { isClaiming, claimAll } = useHomeActions()
  const part = useWindowChunk(historyChunk, onClose)
  if (part === undefined) return null
  return (
    <part.HistoryDrawer
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
  const account = useWalletAddress()
  const part = useWindowChunk(statsChunk, onClose)
  return part && <part.StatsTray account={account} onClose={onClose} />
}

function VerifyWindow({ round, onClose }: WindowProps & { round: Round }) {
  const { explorerUrl } = useAppConfig().chain
  const part = useWindowChunk(verifyChunk, onClose)
  return part && <part.VerifyDialog round={round} explorerUrl={explorerUrl} onClose={onClose} />
}

function BetWindow({
  position,
  round,
  onClose,
}: WindowProps & { position: Position; round: Round }) {
  const account = useWalletAddress()
  const { balance, playMoney } = useHomeAccount()
  const { next } = useHomeRounds()
  const { userBets } = useHomeHistory()
  const refresh = useRefreshAfterTransaction()
  const part = useWindowChunk(betChunk, onClose)
  const { isWrongChain } = useHomeActions()
  const isGone = account === null || isWrongChain
  // Else the dialog would come back by itself with the next account, or hide that the network is wrong.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (isGone || part === undefined) return null
  return (
    <part.BetDialog
      position={position}
      round={freshest(round, next)}
      account={account}
      balance={balance}
      hasEntered={userBets.has(round.epoch)}
      topUp={<PlayMoneyButton playMoney={playMoney} />}
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
  const client = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      void client.prefetchQuery(betChunk)
      if (!isConnected) return
      void client.prefetchQuery(historyChunk)
      void client.prefetchQuery(statsChunk)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, isConnected])
}
