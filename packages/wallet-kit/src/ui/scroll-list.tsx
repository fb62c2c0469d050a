import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './scroll-list.module.css'
import { useEdgeFade } from './use-edge-fade.ts'

/** A list that scrolls inside the card and fades where it goes on. */
export function ScrollList({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEdgeFade(ref)
  return (
    <div ref={ref} className={classNames(styles['scroll'], className)}>
      <div className={styles['content']}>{children}</div>
    </div>
  )
}
