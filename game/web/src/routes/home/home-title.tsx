import { betStanding } from '@bullring/prediction/bet-standing'
import type { UnixSeconds } from '@bullring/prediction/units'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { standingRules, useMarketRules } from '#api/market/market-rules.ts'
import { stateAt } from '#api/round/state-at.ts'
import { useHiddenRefresh } from '#data/use-refresh.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import { tabTitle } from '#features/my-bet/tab-title.ts'
import { useTabTitle } from '#features/my-bet/use-tab-title.ts'
import { priceDirection } from '#features/price/price-direction.ts'
import type { Rounds } from '#features/rounds/use-rounds.ts'
import { useMessages } from '#i18n/language.ts'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'
import { HOME_MESSAGES } from './home-messages.ts'
import { type OpenBet, openBets } from './open-bets.ts'

/** Keeps the title of the tab: time, price and how the first open bet stands. Renders nothing. */
export function HomeTitle() {
  const { userBets } = useHomeHistory()
  const rounds = useHomeRounds()
  const bets = openBets(rounds, userBets)
  useTitle(bets, rounds)
  useHiddenRefresh(bets.length > 0)
  return null
}

function useTitle([first]: readonly OpenBet[], { next }: Rounds) {
  const market = useMarketRules()
  const prices = useTokenPrices().data ?? []
  const last = prices.at(-1)
  const { pageTitle, brand } = useMessages(HOME_MESSAGES)

  const betAt = (now: UnixSeconds) => {
    if (first === undefined) return null
    const { round, userBet } = first
    const { position, stake } = userBet
    const state = stateAt(round.state, round.times, now)
    const rules = standingRules(market, round.treasuryFee)
    const bet = { position, amount: stake }
    const standing = betStanding(bet, { ...round, state }, last?.price ?? null, rules)
    return { position, stake, standing }
  }
  const endAt = (now: UnixSeconds) => {
    const round = first?.round ?? (next.kind === 'ready' ? next.round : null)
    if (round === null) return null
    const { lockTimestamp, closeTimestamp } = round.times
    return first !== undefined && now >= lockTimestamp ? closeTimestamp : lockTimestamp
  }
  const describe = (now: UnixSeconds) => {
    const direction = priceDirection(prices.map(({ price }) => price))
    const price = last ? { value: last.price, at: last.timestamp, direction } : null
    const title = tabTitle({ now, end: endAt(now), price, bet: betAt(now) })
    return title && `${title} · ${brand}`
  }
  useTabTitle(describe, pageTitle({ symbol: useMarketSymbol() }))
}
