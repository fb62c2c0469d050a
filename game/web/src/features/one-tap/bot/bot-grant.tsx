import type { BotRequest } from '@bullring/client/bot-link'
import { sessionOf } from '@bullring/client/session-limits'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { toWei } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { type Address, slice } from 'viem'
import { useMostDailyStake } from '#api/market/use-most-daily-stake.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { formatDayAndHour } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import { requestGrant } from '../session/grant-session.ts'
import type { OneTapOwner } from '../session/use-offer.ts'
import styles from './bot-grant.module.css'
import { BOT_MESSAGES } from './bot-messages.ts'

type BotGrantProps = {
  owner: OneTapOwner
  request: BotRequest
  /** Contract of the bot's market. */
  prediction: Address
}

/** Lets the player approve what a bot asks for. The wallet shows the limits again, as the chain enforces them. */
export function BotGrant({ owner, request, prediction }: BotGrantProps) {
  const messages = useMessages(BOT_MESSAGES)
  const oneTap = useMessages(ONE_TAP_MESSAGES)
  const grant = useGrantBot(owner, request, prediction)
  // A bot may bet all of it in one day.
  const { stake, bets } = request.limits
  const problem = useBetLimit(useMostDailyStake()).problem(toWei(stake * BigInt(bets)))
  if (grant.isSuccess) return <Granted account={owner.account} />
  return (
    <div className={styles['grant']}>
      <p>{messages.lead({ market: request.market })}</p>
      <Limits {...request.limits} />
      <p className={styles['warning']}>{messages.warning({ end: request.key.slice(-6) })}</p>
      <p className={styles['hint']}>{messages.revoke}</p>
      {problem === null ? (
        <Button size="large" isPending={grant.isPending} onClick={() => grant.mutate()}>
          {grant.isPending ? oneTap.waiting : oneTap.continue}
        </Button>
      ) : (
        <p role="alert">{problem}</p>
      )}
    </div>
  )
}

function Limits({ stake, bets, expiresAt }: BotRequest['limits']) {
  const { summary } = useMessages(ONE_TAP_MESSAGES)
  const language = useLanguage()
  return (
    <p className={styles['limits']}>
      {summary({
        stake: formatUnits(stake, COIN_DECIMALS),
        total: formatUnits(stake * BigInt(bets), COIN_DECIMALS),
        time: formatDayAndHour(expiresAt, language),
      })}
    </p>
  )
}

function Granted({ account }: { account: Address }) {
  const messages = useMessages(BOT_MESSAGES)
  return (
    <div className={styles['grant']} role="status">
      <p>{messages.granted}</p>
      <code className={styles['command']}>npx @bullring/bot run --account {account}</code>
      <p className={styles['hint']}>{messages.revoke}</p>
    </div>
  )
}

function useGrantBot(
  { connector, account, chainId }: OneTapOwner,
  { key, limits }: BotRequest,
  prediction: Address,
) {
  const messages = useMessages(BOT_MESSAGES)
  const toasts = useToastStore()
  const point = { x: slice(key, 0, 32), y: slice(key, 32) }
  return useMutation({
    mutationFn: () =>
      requestGrant(connector, { account, chainId }, sessionOf(limits, point, [prediction])),
    onError: async (error) => {
      const { kind } = await loadFailure(error)
      if (kind === 'rejected') toasts.show({ level: 'info', text: messages.refused })
      else toasts.show({ level: 'error', text: messages.failed })
    },
  })
}
