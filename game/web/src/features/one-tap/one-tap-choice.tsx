import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import { toUnixSeconds, type UnixSeconds, type Wei } from '@bullring/prediction/units'
import { useEffect, useRef } from 'react'
import type { Round } from '#api/round/round.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { formatDayAndHour } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { ONE_TAP_MESSAGES } from './one-tap-messages.ts'
import { useMarkets } from './session/use-markets.ts'
import type { OneTapOwner } from './session/use-offer.ts'
import { limitsFor, useStartOneTap } from './session/use-start-one-tap.ts'

const MINUTE_S = 60

type OneTapChoiceProps = {
  owner: OneTapOwner
  round: Round
  /** Stake of the bet; null while it cannot be placed. */
  amount: Wei | null
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
  onOffer: (offer: Offer | null) => void
  onGranted: () => void
  /** Opens the limits, to choose others. */
  onLimits: () => void
}

type Offer = { start: (bet: { position: Position; amount: Wei }) => Promise<boolean> }

/** Makes the bet of the dialog the first of the one-tap bets, within limits that follow from its stake. */
export function OneTapChoice(props: OneTapChoiceProps) {
  const { isOn, isDisabled, onChange, onLimits } = props
  const messages = useMessages(ONE_TAP_MESSAGES)
  useOffer(props)
  return (
    <Switch
      label={messages.title}
      hint={isOn ? <Limits amount={props.amount} /> : messages.offer}
      isOn={isOn}
      isDisabled={isDisabled}
      beside={
        <Button tone="quiet" size="small" disabled={isDisabled} onClick={onLimits}>
          {messages.limits}
        </Button>
      }
      onChange={onChange}
    />
  )
}

function useOffer({ owner, round, onOffer, onGranted }: OneTapChoiceProps): void {
  const start = useStartOneTap(owner, { markets: useMarkets(), onGranted })
  const now = useMinute()
  const latest = useRef<Offer['start']>(() => Promise.resolve(false))
  useEffect(() => {
    latest.current = async ({ position, amount }) =>
      now !== null && (await start({ position, round, limits: limitsFor(amount, now) }))
  })
  useEffect(() => {
    onOffer({ start: (bet) => latest.current(bet) })
    return () => onOffer(null)
  }, [onOffer])
}

function Limits({ amount }: { amount: Wei | null }) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const language = useLanguage()
  const now = useMinute()
  if (amount === null || now === null) return messages.firstOffer
  const { stake, bets, expiresAt } = limitsFor(amount, now)
  return messages.firstLimits({
    stake: formatUnits(stake, COIN_DECIMALS),
    total: formatUnits(stake * BigInt(bets), COIN_DECIMALS),
    time: formatDayAndHour(expiresAt, language),
  })
}

/** Chain time to the minute: the sentence is announced when it changes. */
function useMinute(): UnixSeconds | null {
  return useChainTime((time) => (time === null ? null : toUnixSeconds(time - (time % MINUTE_S))))
}
