import { toVisibleName } from '@bullring/approval/text/show-text'
import { Icon } from '@bullring/ui/icon'
import type { ReactNode } from 'react'
import type { ApprovalRequest } from './approval-request.ts'
import styles from './request-header.module.css'

/** Origin and purpose of a request. The origin is the browser's, not what the app calls itself. */
export function RequestHeader({
  request,
  children,
}: {
  request: ApprovalRequest
  children: ReactNode
}) {
  const { protocol, host } = new URL(request.origin)
  return (
    <header className={styles['header']}>
      <p className={styles['origin']}>
        <Icon name={protocol === 'https:' ? 'lock' : 'globe'} />
        <bdi>{toVisibleName(host, 60)}</bdi>
      </p>
      <h1 id="title" className={styles['title']}>
        {children}
      </h1>
    </header>
  )
}
