import { useEffect } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { takeChosenSide } from '#features/bet/chosen-side.ts'
import { useIsWalletModalOpen } from '#features/connect/use-wallet-modal.tsx'
import { useHomeActions, useOpenWindow } from '../home-actions.tsx'
import { useHomeRounds } from '../home-data.tsx'

/** Opens the bet dialog for the side that a visitor chose before the wallet could bet, once it can. */
export function useChosenSide(): void {
  const symbol = useMarketSymbol()
  const { next } = useHomeRounds()
  const { isWrongChain, openBet } = useHomeActions()
  const isFree = useOpenWindow().kind === 'none'
  const isModalOpen = useIsWalletModalOpen()
  const isConnected = useWalletAddress() !== null
  const round = next.kind === 'ready' && next.round.state.kind === 'open' ? next.round : null
  const canBet = isConnected && !isWrongChain && isFree && !isModalOpen
  useEffect(() => {
    if (!canBet || round === null) return
    const position = takeChosenSide(symbol)
    if (position !== null) openBet(position, round)
  }, [canBet, round, symbol, openBet])
}
