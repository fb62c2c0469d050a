import { Skeleton } from '#ui/skeleton.tsx'
import styles from './view-skeleton.module.css'

const ROWS = ['first', 'second', 'third', 'fourth'] as const

/** What is seen of a view whose code is still on its way. */
export function ViewSkeleton() {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      {ROWS.map((row) => (
        <Skeleton key={row} width="100%" height="56px" round="var(--radius-l)" />
      ))}
    </div>
  )
}
