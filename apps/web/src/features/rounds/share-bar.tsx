import type { Pool } from '@bullring/prediction/payout'
import { useWords } from '#i18n/language.ts'
import { formatShare } from '#ui/format.ts'
import { POSITION_WORDS } from '#ui/position-words.ts'
import { bullShare } from './pool-share.ts'
import { ROUND_WORDS } from './round-words.ts'
import styles from './share-bar.module.css'

/** The pull between the two sides while bets still move it: the live card's ring, rolled out. */
export function ShareBar({ pool }: { pool: Pool | null }) {
  const words = useWords(ROUND_WORDS)
  const positions = useWords(POSITION_WORDS)
  const share = pool && bullShare(pool)
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
      {share === null ? (
        <p className={styles['legend']}>{pool ? words.noBets : '\u00a0'}</p>
      ) : (
        <p className={styles['legend']}>
          <span>
            {formatShare(share)} {positions.bull}
          </span>
          <span>
            {formatShare(1 - share)} {positions.bear}
          </span>
        </p>
      )}
    </div>
  )
}
