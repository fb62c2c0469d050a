import { payoutRules } from '@bullring/client/market-rules'
import { payoutOf, splitPot } from '@bullring/prediction/payout'
import { useCallback } from 'react'
import { useMarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import type { UserBet } from '#features/rounds/user-bet.ts'
import { shareLink } from '#features/share/share.ts'
import { useShareReport } from '#features/share/use-share-report.ts'
import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from '../home-messages.ts'
import { useRoundLink } from '../use-round-link.ts'
import { useShareWin } from '../use-share-win.ts'

/** Returns a function that shares a round: the picture of the visitor's win, else the link. */
export function useShareRound(): (round: Round, userBet: UserBet | undefined) => void {
  const messages = useMessages(HOME_MESSAGES)
  const market = useMarketRules()
  const linkOf = useRoundLink()
  const report = useShareReport()
  const shareWin = useShareWin()
  return useCallback(
    async (round: Round, userBet: UserBet | undefined) => {
      const { epoch, state } = round
      if (userBet && state.kind === 'settled' && state.winner === userBet.position) {
        const { position, stake } = userBet
        const rules = payoutRules(market, round.treasuryFee)
        const payout = payoutOf(stake, splitPot(round.pool, position, rules))
        shareWin({ epoch, position, stake, payout })
        return
      }
      const { url } = linkOf(epoch)
      report(await shareLink({ title: messages.roundTitle({ epoch }), url }))
    },
    [messages, market, linkOf, report, shareWin],
  )
}
