import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { Awaited } from '#chain/wallet/returned-request.ts'
import type { OneTapOwner } from './use-offer.ts'
import { useGrantSession } from './use-session-changes.ts'
import { useStartOneTap } from './use-start-one-tap.ts'

type ReturnOptions = {
  /** The round that takes bets now. */
  round: Round
  /** Called with the bet that the permission would have started with. */
  onRefused: (position: Position, amount: Wei) => void
  /** Called where the round of that bet takes no bets any more. */
  onClosed: (epoch: Epoch) => void
}

/** Returns a function that goes on with a permission which a page before this one has asked for. */
export function useReturnedGrant(
  current: OneTapOwner,
  { account, chainId, limits, markets, first }: Extract<Awaited, { kind: 'grant' }>,
  { round, onRefused, onClosed }: ReturnOptions,
) {
  const owner = { ...current, account, chainId }
  const onGranted = () => undefined
  const start = useStartOneTap(owner, { markets, onGranted })
  const { mutateAsync } = useGrantSession(owner, { onDone: onGranted })
  return async (response: () => Promise<unknown>): Promise<void> => {
    const isOpen = first?.epoch === round.epoch
    if (first !== null && isOpen) {
      const isGranted = await start({ position: first.position, round, limits, response })
      if (!isGranted) onRefused(first.position, limits.stake)
      return
    }
    await mutateAsync({ limits, markets, first, response }).catch(() => undefined)
    if (first !== null) onClosed(first.epoch)
  }
}
