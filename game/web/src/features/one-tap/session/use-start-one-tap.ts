import type { ChosenLimits } from '@bullring/client/session-limits'
import type { Position } from '@bullring/prediction/payout'
import { toUnixSeconds, type UnixSeconds, type Wei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { untilOneTap } from '../bet/one-tap-store.ts'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import type { OneTapOwner } from './use-offer.ts'
import { type ReturnedGrant, useGrantSession } from './use-session-changes.ts'

/** Bets of a permission that starts with a bet. */
const BETS = 10
const DAY_S = 86_400

/** Returns the limits for a player who has just typed a stake: ten such bets within a day. */
export function limitsFor(stake: Wei, now: UnixSeconds): ChosenLimits {
  return { stake, bets: BETS, expiresAt: toUnixSeconds(now + DAY_S) }
}

type FirstBet = { position: Position; round: Round }

type NewGrant = FirstBet & {
  limits: ChosenLimits
  returned?: ReturnedGrant
}

type StartOptions = {
  /** Contracts of the markets that the permission is for: the one of the bet first. */
  markets: readonly [Address, ...Address[]]
  /** Called once the permission is granted. */
  onGranted: () => void
}

/**
 * Returns a function that turns one-tap bets on and makes the first bet, which can be undone as any other. It returns false
 * if the player refused, or the permission failed: then nothing was staked.
 */
export function useStartOneTap(owner: OneTapOwner, { markets, onGranted }: StartOptions) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const { mutateAsync } = useGrantSession(owner, { onDone: onGranted, refused: messages.betAlone })
  const pressFirst = usePressFirst(owner, markets[0])
  return async ({ limits, returned, ...bet }: NewGrant): Promise<boolean> => {
    const first = { position: bet.position, epoch: bet.round.epoch }
    const grant = { limits, markets, first, ...(returned && { returned }) }
    const isGranted = await mutateAsync(grant).then(
      () => true,
      () => false,
    )
    if (isGranted) await pressFirst(bet)
    return isGranted
  }
}

/** Returns a function that makes the first bet of a permission once it is on. */
function usePressFirst({ account }: OneTapOwner, market: Address) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const toasts = useToastStore()
  // The page may show another market once the permission is granted.
  const symbol = useMarketSymbol()
  return async ({ position, round }: FirstBet): Promise<void> => {
    const oneTap = await untilOneTap(account, market)
    if (oneTap === null) toasts.show({ level: 'error', text: messages.firstNotPlaced })
    else oneTap.press(position, round, symbol)
  }
}
