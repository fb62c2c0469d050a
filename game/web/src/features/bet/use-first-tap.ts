import type { Wei } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewBet } from '#chain/contract/prediction-contract.ts'

/** Asks the player for a permission to bet with one tap, and makes this bet with it. */
export type FirstTap = {
  /** Returns whether the player has granted the permission. */
  start: (bet: NewBet) => Promise<boolean>
}

/** State that the dialog shares with the offer of one-tap bets in it. */
export type OneTapSlotProps = {
  /** Stake of the bet; null while it cannot be placed. */
  amount: Wei | null
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
  /** Called with what places the bet where one-tap bets are offered, and with null where they no longer are. */
  onOffer: (offer: FirstTap | null) => void
  /** Closes the dialog. */
  onClose: () => void
}

/** Places the bet with a permission for it and those after it, where that is offered. A refusal leaves the ordinary bet. */
export function useFirstTap() {
  const [offer, onOffer] = useState<FirstTap | null>(null)
  const [isOn, setOn] = useState(true)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ start, bet }: FirstTap & { bet: NewBet }) => start(bet),
    onSuccess: (isGranted) => {
      if (!isGranted) setOn(false)
    },
  })
  return {
    /** Places the bet; null where an ordinary bet is due. */
    place: offer && isOn ? (bet: NewBet) => mutate({ ...offer, bet }) : null,
    isPending,
    isOn,
    setOn,
    onOffer,
  }
}
