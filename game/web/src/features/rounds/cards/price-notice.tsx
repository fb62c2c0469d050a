import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { ROUND_MESSAGES } from '../round-messages.ts'
import { Notice } from './notice.tsx'

type PriceNoticeProps = {
  kind: MarketKind
  /** The lock or close whose price is missing. */
  at: UnixSeconds
  strikeDelay: number
  /** Time at which stakes come back if the operator of a PancakePredictionV2 contract does not act. */
  refundAt?: UnixSeconds | undefined
  /** Seconds until the price can arrive; null once it can. */
  priceIn: number | null
}

/** Says when the missing price of a round is due, then that the oracle has yet to report it. */
export function PriceNotice({ kind, at, refundAt, strikeDelay, priceIn }: PriceNoticeProps) {
  const messages = useMessages(ROUND_MESSAGES)
  if (kind === 'pancake-v2') {
    const text =
      refundAt === undefined
        ? messages.waitingForOperator
        : messages.refundAfter({ time: formatTime(refundAt) })
    return <Notice isProcess>{text}</Notice>
  }
  return (
    <Notice isProcess>
      {priceIn === null
        ? messages.waitingFor({ time: formatTime(toUnixSeconds(at + strikeDelay)) })
        : messages.priceInBecause({ seconds: priceIn })}
    </Notice>
  )
}
