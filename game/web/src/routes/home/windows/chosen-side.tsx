import { useEffect } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { Round } from '#api/round/round.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { takeChosenSide } from '#features/bet/chosen-side.ts'
import { useIsWalletModalOpen } from '#features/connect/use-wallet-modal.tsx'
import { useCurrentState } from '#features/rounds/use-current-state.ts'
import { useHomeActions, useOpenWindow } from '../home-actions.tsx'
import { useHomeRounds } from '../home-data.tsx'

/** Opens the bet dialog for the side that a visitor chose before the wallet could bet, once it can. Renders nothing. */
export function ChosenSide() {
  const { next } = useHomeRounds()
  return next.kind === 'ready' && <OfRound round={next.round} />
}

function OfRound({ round }: { round: Round }) {
  const symbol = useMarketSymbol()
  const { isWrongChain, openBet } = useHomeActions()
  const isFree = useOpenWindow().kind === 'none'
  const isModalOpen = useIsWalletModalOpen()
  const isConnected = useWalletAddress() !== null
  const isOpen = useCurrentState(round).kind === 'open'
  const canBet = isConnected && !isWrongChain && isFree && !isModalOpen && isOpen
  useEffect(() => {
    const position = canBet ? takeChosenSide(symbol) : null
    if (position !== null) openBet(position, round)
  }, [canBet, round, symbol, openBet])
  return null
}
