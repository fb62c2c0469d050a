import type { Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMarketKind } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { MAX_EPOCHS_PER_TRANSACTION } from '#chain/contract/max-epochs.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { notQueued } from '#chain/safe/queued-requests.ts'
import { useIsApproving } from '#chain/wallet/use-is-approving.ts'
import { useHasEmbeddedWallet, useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useRefreshAfterClaim, useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { useAsking } from '#features/bet/use-asking.ts'
import type { OneTapSlotProps } from '#features/bet/use-first-tap.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import { ConnectButton } from '#features/connect/connect-button.tsx'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import { usePracticeOffer } from '#features/connect/use-practice-offer.ts'
import { isUnclaimed } from '#features/history/trade-outcome.ts'
import { priceDirection } from '#features/price/price-direction.ts'
import { hasProof } from '#features/rounds/has-proof.ts'
import type { CardRound } from '#features/rounds/use-rounds.ts'
import { DialogAside } from '#ui/dialog/dialog-aside.ts'
import { useHomeActions, useOpenWindow } from '../home-actions.tsx'
import {
  betChunk,
  guideChunk,
  historyChunk,
  oneTapChunk,
  practiceChunk,
  proofChunk,
  roundChunk,
  settingsChunk,
  statsChunk,
  useDialogChunk,
  verifyChunk,
} from '../home-chunks.ts'
import { useHomeAccount, useHomeHistory, useHomeRounds } from '../home-data.tsx'
import { useCardProps } from '../use-card-props.ts'
import { ChosenSide } from './chosen-side.tsx'
import { useFirstVisit } from './use-first-visit.ts'
import { useShareRound } from './use-share-round.ts'

/** Preloading waits this long, so that it does not compete with the first data. */
const PRELOAD_AFTER_MS = 2_000

/** The open dialog or drawer. */
export function HomeWindow() {
  const open = useOpenWindow()
  const { close } = useHomeActions()
  usePreload(useWalletAddress() !== null)
  useFirstVisit()
  return (
    <DialogAside value={useIsApproving()}>
      <ChosenSide />
      {open.kind === 'history' && <HistoryWindow onClose={close} />}
      {open.kind === 'stats' && <StatsWindow onClose={close} />}
      {open.kind === 'guide' && <GuideWindow onClose={close} />}
      {open.kind === 'settings' && <SettingsWindow onClose={close} />}
      {open.kind === 'one-tap' && <OneTap onClose={close} />}
      {open.kind === 'move' && <Move onClose={close} />}
      {open.kind === 'practice' && <Practice onClose={close} />}
      {open.kind === 'verify' && <VerifyWindow round={open.round} onClose={close} />}
      {open.kind === 'round' && <RoundView number={open.number} onClose={close} />}
      {open.kind === 'bet' && (
        <BetWindow
          position={open.position}
          round={open.round}
          refused={open.refused}
          onClose={close}
        />
      )}
    </DialogAside>
  )
}

type WindowProps = { onClose: () => void }

function HistoryWindow({ onClose }: WindowProps) {
  const chunk = useDialogChunk(historyChunk, onClose)
  return chunk && <chunk.HistoryWindow connectButton={<Connect />} onClose={onClose} />
}

function StatsWindow({ onClose }: WindowProps) {
  const account = useWalletAddress()
  const chunk = useDialogChunk(statsChunk, onClose)
  return (
    chunk && <chunk.StatsTray account={account} connectButton={<Connect />} onClose={onClose} />
  )
}

function GuideWindow({ onClose }: WindowProps) {
  const { next } = useHomeRounds()
  const chunk = useDialogChunk(guideChunk, onClose)
  if (chunk === undefined || next.kind !== 'ready') return null
  return <chunk.GuideDialog treasuryFee={next.round.treasuryFee} onClose={onClose} />
}

function SettingsWindow({ onClose }: WindowProps) {
  const chunk = useDialogChunk(settingsChunk, onClose)
  return chunk && <chunk.SettingsDialog onClose={onClose} />
}

function OneTap({ onClose }: WindowProps) {
  const chunk = useDialogChunk(oneTapChunk, onClose)
  const isGone = useWalletAddress() === null
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return chunk && <chunk.OneTapWindow onClose={onClose} />
}

function Practice({ onClose }: WindowProps) {
  const chunk = useDialogChunk(practiceChunk, onClose)
  const isOffered = usePracticeOffer()
  useEffect(() => {
    if (!isOffered) onClose()
  }, [isOffered, onClose])
  return chunk && <chunk.PracticeWindow onClose={onClose} />
}

function Move({ onClose }: WindowProps) {
  const chunk = useDialogChunk(oneTapChunk, onClose)
  const isGone = useWalletAddress() === null
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return chunk && <chunk.MoveWindow onClose={onClose} />
}

/** Loaded for the embedded wallet alone: other wallets require an approval for each bet. */
function OneTapOffer(props: OneTapSlotProps & { round: Round }) {
  const { data: chunk, isLoading } = useQuery({ ...oneTapChunk, enabled: useHasEmbeddedWallet() })
  useAsking(props.onOffer, isLoading)
  return chunk && <chunk.OneTapOffer {...props} />
}

function Connect() {
  const { wallet } = useHomeAccount()
  const { isOpening, openConnect } = useHomeActions()
  const isPending = isOpening || wallet.kind === 'connecting'
  return <ConnectButton isPending={isPending} onConnect={openConnect} />
}

function VerifyWindow({ round, onClose }: WindowProps & { round: Round }) {
  const { explorerUrl } = useAppConfig().chain
  const { expired } = useHomeRounds()
  const chunk = useDialogChunk(verifyChunk, onClose)
  // The prices of a refunded round may arrive after its result.
  const shown = freshest(round, expired)
  return chunk && <chunk.VerifyDialog round={shown} explorerUrl={explorerUrl} onClose={onClose} />
}

function RoundView({ number, onClose }: WindowProps & { number: string }) {
  const account = useWalletAddress()
  const { epoch } = useHomeRounds()
  const { showRound } = useHomeActions()
  const cards = useCardProps()
  const share = useShareRound()
  const chunk = useDialogChunk(roundChunk, onClose)
  return (
    chunk && (
      <chunk.RoundWindow
        number={number}
        open={epoch}
        account={account}
        cards={cards}
        proof={(round) => <Proof round={round} />}
        onGo={showRound}
        onShare={share}
        onClose={onClose}
      />
    )
  )
}

/** The check of a decided round, in a market whose results follow from the price feed alone. */
function Proof({ round }: { round: Round }) {
  const { explorerUrl } = useAppConfig().chain
  const kind = useMarketKind()
  const isProvable = kind === 'bullring' && hasProof(round, round.state)
  const { data: chunk } = useQuery({ ...proofChunk, enabled: isProvable })
  if (!isProvable) return null
  return chunk && <chunk.RoundProof key={round.epoch} round={round} explorerUrl={explorerUrl} />
}

function BetWindow({
  position,
  round,
  refused,
  onClose,
}: WindowProps & { position: Position; round: Round; refused: Wei | undefined }) {
  const account = useWalletAddress()
  const { balance, playMoney } = useHomeAccount()
  const { next } = useHomeRounds()
  const { history, userBets } = useHomeHistory()
  const refresh = useRefreshAfterTransaction()
  const refreshClaimed = useRefreshAfterClaim()
  const symbol = useMarketSymbol()
  const { prediction } = useMarket()
  const price = useLivePrice()
  const chunk = useDialogChunk(betChunk, onClose)
  const { isWrongChain } = useHomeActions()
  const isGone = account === null || isWrongChain
  // Otherwise the dialog would reappear with the next account, or cover the wrong-network banner.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (isGone || chunk === undefined) return null
  const unclaimed = history.trades.filter(isUnclaimed).map(({ epoch }) => epoch)
  const collectable = notQueued(unclaimed, { account, prediction })
  return (
    <chunk.BetDialog
      position={position}
      refused={refused}
      round={freshest(round, next)}
      account={account}
      balance={balance}
      hasEntered={userBets.has(round.epoch)}
      collectable={collectable.slice(0, MAX_EPOCHS_PER_TRANSACTION)}
      topUp={<PlayMoneyButton playMoney={playMoney} shape="icon" />}
      oneTap={(slot) => <OneTapOffer {...slot} round={round} />}
      price={price}
      onPlaced={refresh}
      onCollected={(epochs) => refreshClaimed({ account, symbol, epochs })}
      onClose={onClose}
    />
  )
}

/** The newest price and how it changed; null while unknown. */
function useLivePrice() {
  const prices = (useTokenPrices().data ?? []).map(({ price }) => price)
  const value = prices.at(-1)
  return value === undefined ? null : { value, direction: priceDirection(prices) }
}

/** Returns the latest state of the round, or the state on opening if the cards have moved on. */
function freshest(opened: Round, card: CardRound): Round {
  return card.kind === 'ready' && card.round.epoch === opened.epoch ? card.round : opened
}

/** Preloads the windows of a connected visitor. */
function usePreload(isConnected: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isConnected) return
      void client.prefetchQuery(betChunk)
      void client.prefetchQuery(historyChunk)
      void client.prefetchQuery(statsChunk)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, isConnected])
}
