import { useId } from 'react'
import { useMessages } from '#i18n/language.ts'
import { CHART_MESSAGES, CHART_RANGE_MESSAGES } from './chart-messages.ts'
import { CHART_RANGES, type ChartRange } from './price-range.ts'
import styles from './range-buttons.module.css'

type RangeButtonsProps = { range: ChartRange; onRange: (range: ChartRange) => void }

/** Chooses the time that the chart shows. */
export function RangeButtons({ range, onRange }: RangeButtonsProps) {
  const messages = useMessages(CHART_MESSAGES)
  const ranges = useMessages(CHART_RANGE_MESSAGES)
  const name = useId()
  return (
    <fieldset className={styles['ranges']} aria-label={messages.ranges}>
      {CHART_RANGES.map((option) => (
        <label key={option} className={styles['range']}>
          <input
            type="radio"
            name={name}
            checked={option === range}
            onChange={() => onRange(option)}
          />
          {ranges[option]}
        </label>
      ))}
    </fieldset>
  )
}
