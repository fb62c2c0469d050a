import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMessages } from '#i18n/language.ts'
import styles from './practice.module.css'
import { PRACTICE_MESSAGES } from './practice-messages.ts'
import { practiceText } from './practice-text.ts'
import { usePractice } from './use-practice.ts'
import { usePracticeResults } from './use-practice-results.ts'

/** Offers practice, or says how the newest practice bet stands. Opens the practice window. */
export function PracticeStrip({ onOpen }: { onOpen: () => void }) {
  const messages = useMessages(PRACTICE_MESSAGES)
  const market = useMarketSymbol()
  const newest = usePractice().bets.findLast((bet) => bet.market === market)
  usePracticeResults(market)
  return (
    <button type="button" className={styles['strip']} onClick={onOpen}>
      <span className={styles['badge']}>{messages.badge}</span>{' '}
      <span role="status">
        {newest === undefined ? messages.offer : practiceText(newest, messages)}
      </span>
    </button>
  )
}
