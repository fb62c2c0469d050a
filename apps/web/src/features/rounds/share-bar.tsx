import type { Pool } from '@bullring/prediction/payout'
import { formatShare } from '#ui/format.ts'
import { bullShare } from './pool-share.ts'
import { ROUND_WORDS } from './round-words.ts'
import styles from './share-bar.module.css'

/** The pull between the two sides while bets still move it: the live card's ring, rolled out. */
export function ShareBar({ pool }: { pool: Pool | null }) {
  const share = pool && bullShare(pool)
  return (
    <div className={styles['share']}>
      <div className={styles['bar']} aria-hidden="true">
        {share !== null && (
          <>
            <span className={styles['up']} style={{ flexGrow: share }} />
            <span className={styles['down']} style={{ flexGrow: 1 - share }} />
          </>
        )}
      </div>
      {share === null ? (
        <p className={styles['legend']}>{pool ? ROUND_WORDS.noBets : '\u00a0'}</p>
      ) : (
        <p className={styles['legend']}>
          <span>{formatShare(share)} UP</span>
          <span>{formatShare(1 - share)} DOWN</span>
        </p>
      )}
    </div>
  )
}
