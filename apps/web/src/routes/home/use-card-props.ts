import { useMemo } from 'react'
import { useWalletAddress } from '#chain/use-wallet.ts'
import { useIsPaused, usePendingSide } from '#features/bet/use-place-bet.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import type { CardProps } from '#features/rounds/any-card.tsx'
import { useHomeActions } from './home-actions.tsx'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'

/** Returns what the cards of the rounds need, in the row and in the window of one round. */
export function useCardProps(): CardProps {
  const { next, isFailing: isOffline } = useHomeRounds()
  const account = useWalletAddress()
  const { userBets } = useHomeHistory()
  const { isClaiming, enter, claimRound, verify, oneTap } = useHomeActions()
  const lastPrice = useTokenPrices().data?.at(-1)?.price ?? null
  const pendingSide = usePendingSide(account, next.kind === 'ready' ? next.round.epoch : null)
  const isPaused = useIsPaused()
  return useMemo(
    () => ({
      lastPrice,
      userBets,
      isClaiming,
      pendingSide,
      isOffline,
      isPaused,
      oneTap,
      onEnter: enter,
      onClaim: claimRound,
      onVerify: verify,
    }),
    [
      lastPrice,
      userBets,
      isClaiming,
      pendingSide,
      isOffline,
      isPaused,
      oneTap,
      enter,
      claimRound,
      verify,
    ],
  )
}
