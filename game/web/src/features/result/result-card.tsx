import { useRef } from 'react'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { CloseResult, ResultActions, type ResultActionsProps } from './result-actions.tsx'
import styles from './result-card.module.css'
import { RESULT_MESSAGES } from './result-messages.ts'
import { deliveryText, type ResultText, resultText } from './result-text.ts'
import { useClosing } from './use-closing.ts'

type ResultCardProps = ResultActionsProps & {
  /** The visitor was not there when they were decided: nothing has announced them. */
  isMissed: boolean
  onClose: () => void
}

const ICONS: Readonly<Record<ResultText['tone'], IconName>> = {
  won: 'check',
  lost: 'close',
  refunded: 'refund',
}

/** A loss, a refund or a missed win, in one quiet line. Not a dialog: it takes no focus and covers no button that bets. */
export function ResultCard(props: ResultCardProps) {
  const messages = useMessages(RESULT_MESSAGES)
  const { trades, isMissed, isSent, onClose } = props
  const card = useRef<HTMLElement>(null)
  useClosing(card, isMissed, onClose)
  const { tone, headline, detail } = resultText(trades, messages)
  return (
    <section ref={card} className={styles['card']} aria-label={messages.title}>
      <span className={classNames(styles['sign'], styles[tone])}>
        <Icon name={ICONS[tone]} size={14} />
      </span>
      <div className={styles['text']} role={isMissed ? 'status' : undefined}>
        {isMissed && <p className={styles['away']}>{messages.away}</p>}
        {isMissed && <VisuallyHidden>: </VisuallyHidden>}
        <p className={styles['headline']}>{headline}</p>
        <p className={styles['detail']}>{(isSent && deliveryText(trades, messages)) || detail}</p>
      </div>
      <ResultActions {...props} />
      <CloseResult onClose={onClose} />
    </section>
  )
}
