import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { useMessages } from '#i18n/language.ts'
import { Notice } from './notice.tsx'
import { ROUND_MESSAGES } from './round-messages.ts'

type PriceNoticeProps = {
  /** The lock or close whose price is missing. */
  at: UnixSeconds
  strikeDelay: number
  /** Seconds until the price can arrive; null once it can. */
  priceIn: number | null
}

/** Says when the missing price of a round is due, then that the oracle has yet to report it. */
export function PriceNotice({ at, strikeDelay, priceIn }: PriceNoticeProps) {
  const messages = useMessages(ROUND_MESSAGES)
  return (
    <Notice isProcess>
      {priceIn === null
        ? messages.waitingFor(toUnixSeconds(at + strikeDelay))
        : `${messages.priceIn(priceIn)}, ${messages.whyDelay}`}
    </Notice>
  )
}
