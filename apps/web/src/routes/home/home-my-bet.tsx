import { betStanding } from '@bullring/prediction/bet-standing'
import type { DisplayType } from '@bullring/prediction/round-state'
import type { UnixSeconds } from '@bullring/prediction/units'
import { standingRules, useMarketRules } from '#api/market-rules.ts'
import type { Round } from '#api/round.ts'
import { stateAt } from '#api/state-at.ts'
import { useWallet } from '#chain/use-wallet.ts'
import { useHiddenRefresh } from '#data/use-refresh.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import { MyBetStrip } from '#features/my-bet/my-bet-strip.tsx'
import { tabTitle } from '#features/my-bet/tab-title.ts'
import { useTabTitle } from '#features/my-bet/use-tab-title.ts'
import { priceDirection } from '#features/price/price-direction.ts'
import type { Rounds } from '#features/rounds/use-rounds.ts'
import type { UserBet, UserBets } from '#features/rounds/user-bet.ts'
import { LiveStanding } from '#features/rounds/user-standing.tsx'
import type { Win } from '#features/share/draw-win.ts'
import { useMessages } from '#i18n/language.ts'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'
import { HOME_MESSAGES } from './home-messages.ts'
import { HomeResult } from './home-result.tsx'

/** The visitor's open bets, in the strip above the cards and in the title of the tab. */
export function HomeMyBet({ onShareWin }: { onShareWin: (win: Win) => void }) {
  const wallet = useWallet()
  const market = useMarketRules()
  const { userBets } = useHomeHistory()
  const rounds = useHomeRounds()
  const bets = openBets(rounds, userBets)
  const lastPrice = useTokenPrices().data?.at(-1)?.price ?? null
  useTitle(bets, rounds)
  useHiddenRefresh(bets.length > 0)
  if (wallet.kind === 'disconnected') return null
  return (
    <>
      <MyBetStrip
        bets={bets.map(({ card, round, userBet }) => ({
          epoch: round.epoch,
          card,
          line: <LiveStanding {...{ round, market, lastPrice, userBet }} />,
        }))}
      />
      <HomeResult onShareWin={onShareWin} />
    </>
  )
}

type OpenBet = { card: DisplayType; round: Round; userBet: UserBet }

/** In the order in which their rounds end. */
const CARDS: readonly DisplayType[] = ['expired', 'live', 'next']

/** Returns the visitor's bets on rounds that have no result yet. */
function openBets(rounds: Rounds, userBets: UserBets): OpenBet[] {
  return CARDS.flatMap((card) => {
    const shown = rounds[card]
    if (shown.kind !== 'ready') return []
    const { round } = shown
    const userBet = userBets.get(round.epoch)
    const isDecided = round.state.kind === 'settled' || round.state.kind === 'refund'
    return userBet === undefined || isDecided ? [] : [{ card, round, userBet }]
  })
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
  useTabTitle(describe, pageTitle)
}
