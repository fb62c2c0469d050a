import type { Pool } from '@bullring/prediction/payout'
import { formatShare } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { POSITION_MESSAGES } from '#ui/position-messages.ts'
import { ROUND_MESSAGES } from '../round-messages.ts'
import { bullShare } from './round-odds.ts'
import styles from './share-bar.module.css'

/** The split of the pool between UP and DOWN as a bar. */
export function ShareBar({ pool }: { pool: Pool | null }) {
  const messages = useMessages(ROUND_MESSAGES)
  const positions = useMessages(POSITION_MESSAGES)
  const language = useLanguage()
  const share = pool && bullShare(pool)
  // Rounded once: two rounded halves could add up to 101 %.
  const shown = share === null ? null : Math.round(share * 100) / 100
  return (
    <div className={styles['share']}>
      <div className={styles['bar']} aria-hidden="true">
        {share !== null && (
          <>
            {share > 0 && <span className={styles['up']} style={{ flexGrow: share }} />}
            {share < 1 && <span className={styles['down']} style={{ flexGrow: 1 - share }} />}
          </>
        )}
      </div>
      {shown === null ? (
        <p className={styles['legend']}>{pool ? messages.noBets : '\u00a0'}</p>
      ) : (
        <p className={styles['legend']}>
          <span>
            {formatShare(shown, language)} {positions.bull}
          </span>
          <span>
            {formatShare(1 - shown, language)} {positions.bear}
          </span>
        </p>
      )}
    </div>
  )
}
