import { useMarketRules } from '#api/market/market-rules.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import { MyBetStrip } from '#features/my-bet/my-bet-strip.tsx'
import { LiveStanding } from '#features/rounds/cards/user-standing.tsx'
import type { Win } from '#features/share/draw-win.ts'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'
import { HomeResult } from './home-result.tsx'
import { openBets } from './open-bets.ts'

type HomeMyBetProps = { winPlace: HTMLElement | null; onShareWin: (win: Win) => void }

/** A connected visitor's open bets, in the strip above the cards, and their results. */
export function HomeMyBet({ winPlace, onShareWin }: HomeMyBetProps) {
  const market = useMarketRules()
  const { userBets } = useHomeHistory()
  const rounds = useHomeRounds()
  const bets = openBets(rounds, userBets)
  const lastPrice = useTokenPrices().data?.at(-1)?.price ?? null
  return (
    <>
      <MyBetStrip
        bets={bets.map(({ card, round, userBet }) => ({
          epoch: round.epoch,
          card,
          line: (
            <LiveStanding round={round} market={market} lastPrice={lastPrice} userBet={userBet} />
          ),
        }))}
      />
      <HomeResult winPlace={winPlace} onShareWin={onShareWin} />
    </>
  )
}
