import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'
import type { Awaited } from '#chain/wallet/returned-request.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import type { OneTapOwner } from './use-offer.ts'
import { useGrantSession } from './use-session-changes.ts'
import { useStartOneTap } from './use-start-one-tap.ts'

type ReturnOptions = {
  /** The round that takes bets now, of the market of the first bet; null where the page shows another market. */
  round: Round | null
  /** Called with the bet that the permission would have started with. */
  onRefused: (position: Position, round: Round, amount: Wei) => void
  /** Called where the round of that bet takes no bets any more. */
  onClosed: (epoch: Epoch) => void
}

/** Returns a function that goes on with a permission which a page before this one has asked for. */
export function useReturnedGrant(
  current: OneTapOwner,
  { id, account, chainId, limits, markets, first }: Extract<Awaited, { kind: 'grant' }>,
  { round, onRefused, onClosed }: ReturnOptions,
) {
  const owner = { ...current, account, chainId }
  const messages = useMessages(ONE_TAP_MESSAGES)
  const toasts = useToastStore()
  const onGranted = () => undefined
  const start = useStartOneTap(owner, { markets, onGranted })
  const { mutateAsync } = useGrantSession(owner, { onDone: onGranted })
  return async (response: () => Promise<unknown>): Promise<void> => {
    const returned = { id, response }
    if (first !== null && round !== null && first.epoch === round.epoch) {
      const isGranted = await start({ position: first.position, round, limits, returned })
      if (!isGranted) onRefused(first.position, round, limits.stake)
      return
    }
    const isGranted = await mutateAsync({ limits, markets, first, returned }).then(
      () => true,
      () => false,
    )
    if (first === null) return
    if (round !== null) onClosed(first.epoch)
    else if (isGranted) toasts.show({ level: 'info', text: messages.firstNotPlaced })
  }
}
