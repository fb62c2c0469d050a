import { toEpoch } from '@bullring/prediction/units'
import { formatDateTime } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import ticketStyles from '#ui/ticket.module.css'
import placeholderStyles from '../cards/placeholder-card.module.css'
import cardStyles from '../cards/round-card.module.css'
import { usePastRound } from '../use-past-rounds.ts'
import { ROW_MESSAGES } from './row-messages.ts'

const FIRST = toEpoch(1n)

/** The end of the row: there is nothing before the first round. */
export function FirstRoundCard() {
  const messages = useMessages(ROW_MESSAGES)
  const language = useLanguage()
  const { card } = usePastRound(FIRST)
  return (
    <div
      className={classNames(ticketStyles['card'], ticketStyles['quiet'], cardStyles['card'])}
      data-row-end
    >
      <div className={placeholderStyles['message']}>
        <RingGauge arcs={[]} seats={24} className={placeholderStyles['ring']} />
        <p>
          {messages.firstRound}
          {card.kind === 'ready' && (
            <>
              <br />
              {messages.openedOn({
                date: formatDateTime(card.round.times.startTimestamp, language),
              })}
            </>
          )}
        </p>
      </div>
    </div>
  )
}
