import { useRef } from 'react'
import { formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { totalsOf } from './news.ts'
import { CloseResult, ResultActions, type ResultActionsProps } from './result-actions.tsx'
import { RESULT_MESSAGES } from './result-messages.ts'
import { deliveryText, resultText } from './result-text.ts'
import { useClosing } from './use-closing.ts'
import styles from './win-card.module.css'

type WinCardProps = ResultActionsProps & { onClose: () => void }

/** Winnings that have just been decided, in the place of the clock's text. Not a dialog: it takes no focus and covers no button that bets. */
export function WinCard(props: WinCardProps) {
  const messages = useMessages(RESULT_MESSAGES)
  const { trades, isSent, onClose } = props
  const card = useRef<HTMLElement>(null)
  useClosing(card, false, onClose)
  const { won, lost } = totalsOf(trades)
  const [first] = trades
  const isOne = first !== undefined && trades.length === 1
  const delivery = isSent ? deliveryText(trades, messages) : null
  return (
    <section ref={card} className={styles['card']} aria-label={messages.title}>
      <div className={styles['text']}>
        <p className={styles['detail']}>
          {isOne
            ? messages.wonRound({ epoch: first.epoch.toString() })
            : resultText(trades, messages).headline}
        </p>
        <p className={styles['amount']}>
          {formatSignedBnb(won - lost)}
          <span> BNB</span>
        </p>
        {delivery !== null && <p className={styles['detail']}>{delivery}</p>}
      </div>
      <ResultActions {...props} />
      <CloseResult onClose={onClose} />
    </section>
  )
}
