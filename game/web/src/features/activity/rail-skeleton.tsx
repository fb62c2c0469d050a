import { Skeleton } from '#ui/skeleton.tsx'
import styles from './rail-card.module.css'

const ROWS = [1, 2, 3, 4, 5]

/** Rows while a list of the rail loads. */
export function RailSkeleton() {
  return (
    <div className={styles['list']} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['mark']} />
          <span className={styles['main']}>
            <Skeleton characters={11} />
            <Skeleton characters={8} />
          </span>
          <span className={styles['end']}>
            <Skeleton characters={7} />
          </span>
        </div>
      ))}
    </div>
  )
}
