import type { ReactNode } from 'react'
import { Skeleton } from '../skeleton.tsx'
import styles from './row-list.module.css'

/** A list of `ListRow`s, each in an `<li>`. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles['rows']}>{children}</ul>
}

/** Placeholders for `count` rows. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className={styles['rows']}>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <Skeleton key={key} width="100%" height="56px" radius="var(--radius-l)" />
      ))}
    </div>
  )
}
