import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { stateAt } from '#api/round/state-at.ts'
import type { Trade } from '#api/trade/trade.ts'
import { showNotification, subscribeToClicks } from '#browser/notifications.ts'
import type { PushTexts } from '#browser/push-subscription.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { ALERT_MESSAGES } from '#features/alerts/alert-messages.ts'
import type { Alert, BetStage } from '#features/alerts/stage-watch.ts'
import { useAlerts } from '#features/alerts/use-alerts.ts'
import { usePush } from '#features/alerts/use-push.ts'
import { useTicks } from '#features/alerts/use-ticks.ts'
import { isDecided, outcomeOf } from '#features/result/news.ts'
import { RESULT_MESSAGES } from '#features/result/result-messages.ts'
import { resultText } from '#features/result/result-text.ts'
import type { Rounds } from '#features/rounds/use-rounds.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { POSITION_MESSAGES } from '#ui/position-messages.ts'
import { useHomeHistory, useHomeRounds } from './home-data.tsx'
import { openBets } from './open-bets.ts'
import { openMarket } from './open-market.ts'

/** Older bets have been decided long ago. */
const WATCHED_BETS = 12

/** Signals the lock and the result of a connected visitor's bets. Renders nothing. */
export function HomeAlerts() {
  const account = useWalletAddress()
  const market = useMarket().prediction
  useClickedMarket()
  return account && <AccountAlerts key={`${account} ${market}`} account={account} market={market} />
}

/** Shows the market of a clicked notification. */
function useClickedMarket(): void {
  const current = useMarketSymbol()
  useEffect(
    () =>
      subscribeToClicks((symbol) => {
        if (symbol !== current) openMarket(symbol)
      }),
    [current],
  )
}

function AccountAlerts({ account, market }: { account: Address; market: Address }) {
  const symbol = useMarketSymbol()
  const { history, userBets } = useHomeHistory()
  const rounds = useHomeRounds()
  const textOf = useAlertText()
  usePush(account, usePushTexts())
  useTicks(lockOfOwnBet(rounds, userBets))
  useAlerts(
    { account, market },
    {
      stagesAt: (now) => betStages(history.trades.slice(0, WATCHED_BETS), rounds, now),
      notify: (alert, isSilent) => {
        const trade = userBets.get(alert.epoch)
        if (trade === undefined) return
        const tags = alertTags(market, alert)
        showNotification({ symbol, ...textOf(alert, trade), ...tags, isSilent }).catch(
          () => undefined,
        )
      },
    },
  )
  return null
}

/** Returns the lock of the open round, if the visitor has a bet on it. */
function lockOfOwnBet({ next }: Rounds, userBets: ReadonlyMap<Epoch, Trade>): UnixSeconds | null {
  const isOwn = next.kind === 'ready' && userBets.has(next.round.epoch)
  return isOwn ? next.round.times.lockTimestamp : null
}

/** Returns the stage of each bet at a time. */
function betStages(
  trades: readonly Trade[],
  rounds: Rounds,
  now: UnixSeconds,
): ReadonlyMap<Epoch, BetStage> {
  const open = openBets(rounds, new Map(trades.map((trade) => [trade.epoch, trade])))
  const states = new Map(
    open.map(({ round }) => [round.epoch, stateAt(round.state, round.times, now).kind]),
  )
  const stageOf = (trade: Trade): BetStage => {
    if (isDecided(trade)) return outcomeOf(trade).kind
    return (states.get(trade.epoch) ?? trade.state) === 'open' ? 'open' : 'locked'
  }
  return new Map(trades.map((trade) => [trade.epoch, stageOf(trade)]))
}

/** A round has one notification at a time: the result replaces the lock. */
function alertTags(market: Address, { epoch, kind }: Alert) {
  const lock = `${market}/${epoch}/lock`
  return kind === 'locked' ? { tag: lock } : { tag: `${market}/${epoch}/result`, replaces: lock }
}

/** Texts of messages from our server, which the service worker completes. */
function usePushTexts(): PushTexts {
  const { won, lost, refunded, round } = useMessages(RESULT_MESSAGES)
  const amount = '{amount}'
  return {
    won: won({ amount }),
    lost: lost({ amount }),
    refunded: refunded({ amount }),
    round: round({ epoch: '{epoch}' }),
  }
}

function useAlertText() {
  const messages = useMessages(ALERT_MESSAGES)
  const results = useMessages(RESULT_MESSAGES)
  const sides = useMessages(POSITION_MESSAGES)
  return ({ epoch, kind }: Alert, trade: Trade) => {
    if (kind !== 'locked') {
      const { headline, detail } = resultText([trade], results)
      return { title: headline, body: detail }
    }
    const bet = { side: sides[trade.position], amount: formatBnb(trade.stake) }
    return { title: messages.locked({ epoch }), body: messages.yourBet(bet) }
  }
}
