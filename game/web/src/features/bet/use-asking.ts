import { useEffect } from 'react'
import type { OneTapSlotProps } from './use-first-tap.ts'

/** Makes a bet wait while it is not known whether one-tap bets are offered. */
export function useAsking(onOffer: OneTapSlotProps['onOffer'], isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return
    onOffer('asking')
    return () => onOffer(null)
  }, [onOffer, isAsking])
}
