import type { Epoch } from '@bullring/prediction/units'
import type { MouseEvent } from 'react'
import { marketQuery, useMarketSymbol } from '#api/market/market-config.ts'
import type { Round } from '#api/round/round.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import styles from './result-strip.module.css'
import { markOf, type OwnResult, type ResultMark, resultText } from './round-result.ts'
import { STRIP_MESSAGES } from './strip-messages.ts'

type ResultLinkProps = {
  epoch: Epoch
  /** Undefined while it loads. */
  round: Round | undefined
  /** Result of the visitor's bet; undefined without a bet. */
  own: OwnResult | undefined
  tabIndex: number
  onFocus: () => void
  onOpen: (epoch: Epoch) => void
}

/** One mark of the strip: a link, so that it can be opened in another tab and copied. */
export function ResultLink({ epoch, round, own, tabIndex, onFocus, onOpen }: ResultLinkProps) {
  const messages = useMessages(STRIP_MESSAGES)
  const mark = round && markOf(round)
  const text = round ? resultText(round, own, messages) : messages.round({ epoch })
  const open = (event: MouseEvent) => {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(epoch)
  }
  return (
    <a
      href={`/${marketQuery(useMarketSymbol(), `round=${epoch}`)}`}
      className={styles['link']}
      aria-haspopup="dialog"
      title={text}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={open}
    >
      <span className={classNames(styles['mark'], mark && styles[TONES[mark]])}>
        {mark && <Mark mark={mark} />}
      </span>
      {own !== undefined && <span className={classNames(styles['own'], styles[own])} />}
    </a>
  )
}

const TONES = { ...POSITION_TONES, even: 'even', pending: 'pending' } as const

function Mark({ mark }: { mark: ResultMark }) {
  switch (mark) {
    case 'bull':
    case 'bear':
      return <Icon name={POSITION_TONES[mark]} size={11} />
    case 'even':
      return <span className={styles['equals']} />
    case 'pending':
      return <span className={styles['beacon']} />
  }
}
