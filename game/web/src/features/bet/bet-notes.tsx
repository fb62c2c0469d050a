import { countdownText } from '@bullring/prediction/countdown'
import type { PriceE8 } from '@bullring/prediction/units'
import { useMarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { formatPercent, formatPrice } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './bet-dialog.module.css'
import { BET_MESSAGES } from './bet-messages.ts'
import { useNextFee } from './use-next-fee.ts'

/** The newest price and how it changed. */
export type LivePrice = { value: PriceE8; direction: 'up' | 'down' | 'unchanged' }

/** The round's number, the time left to bet, and the price now. */
export function RoundLine({ round, price }: { round: Round; price: LivePrice | null }) {
  const messages = useMessages(BET_MESSAGES)
  const left = useChainTime((now) =>
    now === null ? '' : countdownText(round.times.lockTimestamp - now),
  )
  return (
    <div className={styles['lock']}>
      <p>
        {messages.round} #{round.epoch.toString()} {messages.locksIn} <b>{left}</b>
      </p>
      {price !== null && (
        <p>
          <b>{formatPrice(price.value)}</b>{' '}
          {price.direction !== 'unchanged' && <Icon name={price.direction} size={10} />}
        </p>
      )}
    </div>
  )
}

/** A note on the risks: the odds move, and the house takes a fee, which may be about to change. */
export function RiskNote({ round }: { round: Round }) {
  const messages = useMessages(BET_MESSAGES)
  const { kind } = useMarketRules()
  const language = useLanguage()
  const next = useNextFee(round.epoch)
  return (
    <p className={styles['risk']}>
      {messages.risk({ fee: formatPercent(round.treasuryFee, language) })}{' '}
      {kind === 'pancake-v2' ? messages.pancakeRules : messages.feeIsCapped}
      {next !== null && (
        <b> {messages.nextFee({ epoch: next.epoch, fee: formatPercent(next.fee, language) })}</b>
      )}
    </p>
  )
}
