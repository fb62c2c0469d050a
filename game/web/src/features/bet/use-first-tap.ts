import type { Wei } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { sleep } from '#browser/sleep.ts'
import type { NewBet } from '#chain/contract/prediction-contract.ts'

/** Asks the player for a permission to bet with one tap, and makes this bet with it. */
export type FirstTap = {
  /** Returns whether the player has granted the permission. */
  start: (bet: NewBet) => Promise<boolean>
}

/** `asking` until it is known whether one-tap bets are offered. */
type Offer = FirstTap | 'asking' | null

/** State that the dialog shares with the offer of one-tap bets in it. */
export type OneTapSlotProps = {
  /** Stake of the bet; null while it cannot be placed. */
  amount: Wei | null
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
  /** Called with what places the bet where one-tap bets are offered, and with null where they no longer are. */
  onOffer: (offer: Offer) => void
  /** Closes the dialog. */
  onClose: () => void
}

/** Time for which a bet waits for the offer. Without it, the bet takes an approval, as do those after it. */
const OFFER_WAIT_MS = 2_000

/**
 * Places the bet with a permission for it and those after it, where that is offered. A refusal leaves the ordinary bet.
 *
 * @param placeAlone - Places the bet where nothing is offered after all.
 */
export function useFirstTap(placeAlone: (bet: NewBet) => void, isOnFirst: boolean) {
  const { offer, onOffer, untilKnown } = useOffer()
  const [isOn, setOn] = useState(isOnFirst)
  const { mutate, isPending } = useMutation({
    mutationFn: async (bet: NewBet) => {
      const known = await untilKnown()
      return known === null ? 'none' : await known.start(bet)
    },
    onSuccess: (isGranted, bet) => {
      if (isGranted === 'none') placeAlone(bet)
      else if (!isGranted) setOn(false)
    },
  })
  return {
    /** Places the bet; null where an ordinary bet is due. */
    place: offer !== null && isOn ? (bet: NewBet) => mutate(bet) : null,
    isPending,
    isOn,
    setOn,
    onOffer,
  }
}

function useOffer() {
  const [offer, setOffer] = useState<Offer>(null)
  const latest = useRef<Offer>(null)
  const wake = useRef<() => void>(() => undefined)
  const onOffer = useCallback((next: Offer) => {
    latest.current = next
    setOffer(next)
    wake.current()
  }, [])
  const untilKnown = async (): Promise<FirstTap | null> => {
    let isLate = false
    const late = sleep(OFFER_WAIT_MS).then(() => {
      isLate = true
    })
    while (latest.current === 'asking' && !isLate) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake.current = resolve
      await Promise.race([promise, late])
    }
    return latest.current === 'asking' ? null : latest.current
  }
  return { offer, onOffer, untilKnown }
}
