import type { RequestParts } from '@bullring/approval/views/request-parts'
import { Notice } from '@bullring/ui/notice'
import { type RefObject, useEffect, useRef } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import { RequestHeader } from './request-header.tsx'
import styles from './request-page.module.css'
import { useReadiness } from './use-readiness.ts'

export type RequestPageProps = RequestParts & { shown: ShownApproval }

/** The page of a request: title and what is asked, the rest, and the buttons. */
export function RequestPage(props: RequestPageProps) {
  const { shown, title, asked, children } = props
  // A request that the user has approved is carried out, or its failure is reported.
  const over = shown.isWorking ? undefined : props.over
  const { readiness: texts } = useMessages()
  const refs = {
    page: useRef<HTMLElement>(null),
    pinned: useRef<HTMLDivElement>(null),
    content: useRef<HTMLDivElement>(null),
    footer: useRef<HTMLElement>(null),
  }
  const { page, pinned, content, footer } = refs
  // Hiding the frame rejects the request, as Cancel does.
  const readiness = useReadiness(refs, () => {
    if (!shown.isWorking) shown.reject()
  })
  useEffect(() => page.current?.focus(), [page])
  useEscape(page, shown.reject)
  return (
    <main className={styles['page']} ref={page} tabIndex={-1} aria-labelledby="title">
      <div
        className={`${styles['pinned']} ${readiness.isPinnable ? styles['sticky'] : ''}`}
        ref={pinned}
      >
        <RequestHeader request={shown.request}>{over ?? title}</RequestHeader>
        {over === undefined && asked !== undefined && (
          <div className={styles['asked']}>{asked}</div>
        )}
      </div>
      <div className={styles['content']} ref={content}>
        {over === undefined && children}
        {over === undefined && shown.request.isSessionTemporary && (
          <Notice tone="quiet">{texts.temporary}</Notice>
        )}
      </div>
      <ApprovalActions {...props} over={over} footer={footer} readiness={readiness} />
    </main>
  )
}

function useEscape(page: RefObject<HTMLElement | null>, reject: () => void): void {
  useEffect(() => {
    // The window that shows the page, which may be another than that of this script.
    const view = page.current?.ownerDocument.defaultView
    const rejectOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.isTrusted) reject()
    }
    view?.addEventListener('keydown', rejectOnEscape)
    return () => view?.removeEventListener('keydown', rejectOnEscape)
  }, [page, reject])
}
