import type { BetStanding } from '@bullring/prediction/bet-standing'
import { formatFixed, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { PriceE8, UnixSeconds, Wei } from '@bullring/prediction/units'
import { formatBnb, formatSignedBnb } from '#format/format.ts'
import { formatTimeLeft } from '#format/time-left.ts'

const PRICE_SHOWN = 2

/** A price this old is not shown: a hidden tab receives no live events. */
const FRESH_SECONDS = 90

const ARROWS = { up: '▲', down: '▼', unchanged: '' } as const
const SIDES: Readonly<Record<Position, string>> = { bull: '▲', bear: '▼' }

type TitleBet = { position: Position; stake: Wei; standing: BetStanding }

/** Facts of the tab title; null where unknown. */
export type TabStatus = {
  now: UnixSeconds
  /** Lock of the open round, or the end of the stage that `bet` is in. */
  end: UnixSeconds | null
  price: { value: PriceE8; at: UnixSeconds; direction: keyof typeof ARROWS } | null
  bet: TitleBet | null
}

/** Returns the title of the tab: "0:47 ▲ $863.41", with a bet "0:47 ✓ +0.2367 · $863.41"; '' without any data. */
export function tabTitle({ now, end, price, bet }: TabStatus): string {
  const time = end !== null && end > now ? formatTimeLeft(end - now) : ''
  const shown = price !== null && now - price.at < FRESH_SECONDS ? price : null
  const value = shown && `$${formatFixed(shown.value, PRICE_DECIMALS, PRICE_SHOWN)}`
  if (bet === null) return joined([time, shown && ARROWS[shown.direction], value], ' ')
  return joined([joined([time, betText(bet)], ' '), value], ' · ')
}

function betText({ position, stake, standing: { kind, change } }: TitleBet): string {
  switch (kind) {
    case 'winning':
      return `✓ ${formatSignedBnb(change)}`
    case 'losing':
      return `✗ ${formatSignedBnb(change)}`
    case 'even':
      return '='
    case 'settling':
      return '…'
    default:
      return `${SIDES[position]} ${formatBnb(stake)}`
  }
}

function joined(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator)
}
