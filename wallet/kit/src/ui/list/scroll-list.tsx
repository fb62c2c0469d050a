import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './scroll-list.module.css'
import { useEdgeFade } from './use-edge-fade.ts'

type ScrollListProps = {
  children: ReactNode
  /** Spans the full width of the card inside a view with a horizontal padding. */
  isFullWidth?: boolean
}

/** A list that scrolls inside the card and fades out at the edges while there is more to scroll. */
export function ScrollList({ children, isFullWidth }: ScrollListProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEdgeFade(ref)
  return (
    <div
      ref={ref}
      className={classNames(styles['scroll'], isFullWidth === true && styles['fullWidth'])}
    >
      <div className={styles['content']}>{children}</div>
    </div>
  )
}
