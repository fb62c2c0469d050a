import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { createContext, memo, type ReactNode, use, useCallback, useState } from 'react'
import { useMarketConfig, useMarketSymbol } from '#api/market/market-config.ts'
import type { Round } from '#api/round/round.ts'
import type { Trade } from '#api/trade/trade.ts'
import { useHasAccount, useWallet, useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useRefreshAfterClaim } from '#data/use-refresh.ts'
import { dropChosenSide, keepChosenSide } from '#features/bet/chosen-side.ts'
import type { ClaimPlace } from '#features/claim/claim-failure-text.ts'
import { type MarketRounds, useClaim } from '#features/claim/use-claim.ts'
import { CONNECT_MESSAGES } from '#features/connect/connect-messages.ts'
import { useSwitchNetwork } from '#features/connect/use-switch-network.ts'
import { useWalletModal } from '#features/connect/use-wallet-modal.tsx'
import { useOneTap } from '#features/one-tap/bet/one-tap-store.ts'
import { roundInAddress } from '#features/rounds/round-number.ts'
import { useMessages } from '#i18n/language.ts'

/** The dialog or drawer that is open above the page, other than the wallet modal. */
type OpenWindow =
  | { kind: 'none' }
  | { kind: 'history' }
  | { kind: 'stats' }
  | { kind: 'guide' }
  | { kind: 'settings' }
  | { kind: 'verify'; round: Round }
  /** `number` is the text in the address: a round, or anything else. */
  | { kind: 'round'; number: string }
  | { kind: 'bet'; position: Position; round: Round; refused?: Wei }
  | { kind: 'one-tap' }
  | { kind: 'move' }
  | { kind: 'practice' }

const NONE: OpenWindow = { kind: 'none' }

type SetOpen = (open: OpenWindow) => void

const OpenContext = createContext<OpenWindow>(NONE)
const ActionsContext = createContext<ReturnType<typeof useActions> | null>(null)

/** Provides the actions of the main screen, and the window they open. */
export function HomeActions({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<OpenWindow>(windowInAddress)
  return (
    <OpenContext value={open}>
      <Actions setOpen={setOpen}>{children}</Actions>
    </OpenContext>
  )
}

/** Memoized: a window that opens must not re-render the cards behind it. */
const Actions = memo(({ setOpen, children }: { setOpen: SetOpen; children: ReactNode }) => (
  <ActionsContext value={useActions(setOpen)}>{children}</ActionsContext>
))

/** Returns the open window. */
export const useOpenWindow = () => use(OpenContext)

/** Returns the actions of the main screen and which of them are running. */
export function useHomeActions() {
  const actions = use(ActionsContext)
  if (actions === null) throw new Error('useHomeActions needs a <HomeActions> above it')
  return actions
}

function useActions(setOpen: SetOpen) {
  const account = useWalletAddress()
  const windows = useWindows(setOpen)
  const { isWrongChain, switchNetwork } = windows
  const symbol = useMarketSymbol()
  const { isClaiming, claimStep, claim } = useClaim(
    account,
    useRefreshAfterClaim(),
    windows.oneTap?.claim,
  )
  const claimAt = useCallback(
    (place: ClaimPlace, rounds: readonly MarketRounds[]) => {
      if (isWrongChain) switchNetwork()
      else if (account) claim({ account, rounds, place })
    },
    [account, isWrongChain, switchNetwork, claim],
  )
  const claimRound = useCallback(
    (epoch: Epoch, payout: Wei | undefined) => {
      const payouts = new Map(payout === undefined ? [] : [[epoch, payout]])
      claimAt('card', [{ symbol, epochs: [epoch], payouts }])
    },
    [claimAt, symbol],
  )
  const claimResults = (trades: readonly Trade[]) => claimAt('card', byMarket(trades))
  const claimAll = (trades: readonly Trade[]) => claimAt('history', byMarket(trades))
  return { ...windows, isClaiming, claimStep, claimRound, claimResults, claimAll }
}

function byMarket(trades: readonly Trade[]): MarketRounds[] {
  const groups = Map.groupBy(trades, ({ symbol }) => symbol)
  return [...groups].map(([symbol, group]) => ({
    symbol,
    epochs: group.map(({ epoch }) => epoch),
    payouts: new Map(group.map(({ epoch, claimAmount }) => [epoch, claimAmount])),
  }))
}

/** `/?round=123` opens that round. */
function windowInAddress(): OpenWindow {
  const number = roundInAddress()
  return number === null ? NONE : { kind: 'round', number }
}

/** Opens and closes dialogs. Betting without a wallet shows the banner and the wallet modal instead: R-BET-2. */
function useWindows(setOpen: SetOpen) {
  const wallet = useWallet()
  const { isSwitching, switchNetwork } = useSwitchNetwork()
  const [isWarned, setWarned] = useState(false)
  const close = useCallback(() => setOpen(NONE), [setOpen])
  const modal = useWalletModal(() => setWarned(false))
  const { isOpening, openAccount, openModal, openModalBecause } = modal
  const { warning } = useMessages(CONNECT_MESSAGES)

  const isConnected = wallet.kind === 'connected'
  const isReturning = useHasAccount() && !isConnected
  // Otherwise the warning would come back when the player signs out.
  if (isWarned && isConnected) setWarned(false)
  const isDisconnected = wallet.kind === 'disconnected'
  const isWrongChain = isConnected && wallet.isWrongChain
  const symbol = useMarketSymbol()
  const oneTap = useOneTap(symbol, useMarketConfig().prediction)
  const openBet = useCallback(
    (position: Position, round: Round, refused?: Wei) =>
      setOpen({ kind: 'bet', position, round, ...(refused && { refused }) }),
    [setOpen],
  )
  const enter = useCallback(
    (position: Position, round: Round) => {
      if (!isConnected || isWrongChain) keepChosenSide(symbol, position)
      if (isDisconnected) openModalBecause(warning)
      if (!isConnected) setWarned(true)
      else if (isWrongChain) switchNetwork()
      else if (oneTap !== null) oneTap.press(position, round, symbol)
      else openBet(position, round)
    },
    [
      isDisconnected,
      isConnected,
      isWrongChain,
      switchNetwork,
      openModalBecause,
      warning,
      oneTap,
      openBet,
      symbol,
    ],
  )
  const openGuide = useCallback(() => setOpen({ kind: 'guide' }), [setOpen])
  const verify = useCallback((round: Round) => setOpen({ kind: 'verify', round }), [setOpen])
  const showRound = useCallback(
    (epoch: Epoch) => setOpen({ kind: 'round', number: epoch.toString() }),
    [setOpen],
  )
  return {
    close,
    showRound,
    enter,
    openBet,
    verify,
    openHistory: () => setOpen({ kind: 'history' }),
    openStats: () => setOpen({ kind: 'stats' }),
    openGuide,
    openSettings: () => setOpen({ kind: 'settings' }),
    openPractice: () => setOpen({ kind: 'practice' }),
    openMove: () => setOpen({ kind: 'move' }),
    openOneTap: () => setOpen({ kind: 'one-tap' }),
    oneTap,
    isOpening,
    openAccount,
    openConnect: openModal,
    isWarned: isWarned && !isConnected && !isReturning,
    /** The player has pressed before the wallet of the last visit was back. */
    isReturning: isWarned && isReturning,
    dismissWarning: () => {
      dropChosenSide()
      setWarned(false)
    },
    isWrongChain,
    isSwitching,
    switchNetwork,
  }
}
