import { isOwnSignIn } from '@bullring/approval/decode/is-own-sign-in'
import { Button } from '@bullring/ui/button'
import { type ReactNode, use } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import styles from './approval-actions.module.css'
import type { ShownApproval } from './approval-queue.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { ApprovalWindowContext } from './approval-window-context.ts'
import type { Obstacle } from './find-obstacle.ts'

/** Why the user decides in a window of the wallet. */
type WindowNeed = 'notInPage' | 'small'

/** A sign-in message that grants a key rights (ERC-5573). */
const GRANTS_RIGHTS = /\burn:recap:/i

/** Returns why the request must be decided in a window of the wallet; null where it need not, or is in one. */
export function useWindowNeed(
  request: ApprovalRequest,
  obstacle: Obstacle | null,
): WindowNeed | null {
  const opened = use(ApprovalWindowContext)
  if (opened === null) return null
  if (!canDecideInPage(request)) return 'notInPage'
  return obstacle === 'small' || opened.state === 'open' ? 'small' : null
}

/**
 * No browser reports everything that a page can do to a frame: Chromium misses masks and outlines, the others any cover.
 * So a frame only decides about signing in to the page itself, from which a page that deceives gains nothing.
 */
function canDecideInPage(request: ApprovalRequest): boolean {
  const { origin, subject } = request
  if (subject.kind !== 'message') return false
  return isOwnSignIn(subject, new URL(origin).host) && !GRANTS_RIGHTS.test(subject.text ?? '')
}

type WindowActionsProps = { need: WindowNeed; shown: ShownApproval; children: ReactNode }

/** The way to the window in which the request can be approved. */
export function WindowActions({ need, shown, children }: WindowActionsProps) {
  const { readiness: texts } = useMessages()
  const opened = use(ApprovalWindowContext)
  const state = opened?.state ?? 'closed'
  if (shown.request.opensNoWindows) {
    return (
      <>
        <p className={styles['obstacle']} role="status">
          {texts.noWindow}
        </p>
        {children}
      </>
    )
  }
  const reason = { closed: texts[need], open: texts.windowOpen, failed: texts.windowFailed }
  return (
    <>
      <p className={styles['obstacle']} role="status">
        {reason[state]}
      </p>
      {children}
      <Button disabled={shown.isWorking} onClick={opened?.open}>
        {state === 'open' ? texts.showWindow : texts.openWindow}
      </Button>
    </>
  )
}
