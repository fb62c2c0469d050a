import { toWei } from '@bullring/prediction/units'
import { useMemo } from 'react'
import type { NewBet } from '#chain/contract/prediction-contract.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useAccess } from '#features/access/use-access.ts'
import { usePendingSide, usePlacedBet } from '#features/bet/use-place-bet.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import type { CardProps } from '#features/rounds/cards/any-card.tsx'
import { useFirstPausedEpoch } from '#features/rounds/use-rounds.ts'
import type { UserBets } from '#features/rounds/user-bet.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'

/** Returns the props of the cards, in the row and in the window of one round. */
export function useCardProps(): CardProps {
  const { next, isFailing: isOffline } = useHomeRounds()
  const account = useWalletAddress()
  const { userBets: indexed } = useHomeHistory()
  const { isClaiming, enter, claimRound, verify, oneTap } = useHomeActions()
  const lastPrice = useTokenPrices().data?.at(-1)?.price ?? null
  const epoch = next.kind === 'ready' ? next.round.epoch : null
  const pendingSide = usePendingSide(account, epoch)
  const placed = usePlacedBet(account, epoch)
  const userBets = useMemo(() => withPlaced(indexed, placed), [indexed, placed])
  const firstPausedEpoch = useFirstPausedEpoch()
  const isClosed = useAccess().kind !== 'open'
  return useMemo(
    () => ({
      lastPrice,
      userBets,
      isClaiming,
      pendingSide,
      isOffline,
      firstPausedEpoch,
      isClosed,
      oneTap,
      onEnter: enter,
      onClaim: (claimed) => claimRound(claimed, userBets.get(claimed)?.claimAmount),
      onVerify: verify,
    }),
    [
      lastPrice,
      userBets,
      isClaiming,
      pendingSide,
      isOffline,
      firstPausedEpoch,
      isClosed,
      oneTap,
      enter,
      claimRound,
      verify,
    ],
  )
}

/** Adds the bet that the index does not have yet: otherwise the card would offer to bet again. */
function withPlaced(indexed: UserBets, placed: NewBet | null): UserBets {
  if (placed === null || indexed.has(placed.epoch)) return indexed
  const { epoch, position, amount: stake } = placed
  return new Map([
    ...indexed,
    [epoch, { position, stake, claimAmount: toWei(0n), isClaimed: false }],
  ])
}
