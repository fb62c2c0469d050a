import { type ReactNode, use } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import styles from './approval-actions.module.css'
import type { ShownApproval } from './approval-queue.ts'
import type { ApprovalSubject } from './approval-request.ts'
import { ApprovalWindowContext } from './approval-window-context.ts'
import type { Obstacle } from './find-obstacle.ts'
import { canTrackVisibility } from './watch-page.ts'

/** Why the user decides in a window of the wallet. */
type WindowNeed = 'needsWindow' | 'small'

/** Returns why the request must be decided in a window of the wallet; null where it need not, or is in one. */
export function useWindowNeed(
  { kind }: ApprovalSubject,
  obstacle: Obstacle | null,
): WindowNeed | null {
  const opened = use(ApprovalWindowContext)
  if (opened === null) return null
  // A text moves nothing by itself; everything else may.
  if (kind !== 'message' && !canTrackVisibility(window)) return 'needsWindow'
  return obstacle === 'small' || opened.state === 'open' ? 'small' : null
}

type WindowActionsProps = { need: WindowNeed; shown: ShownApproval; children: ReactNode }

/** The way to the window in which the request can be approved. */
export function WindowActions({ need, shown, children }: WindowActionsProps) {
  const { readiness: texts } = useMessages()
  const opened = use(ApprovalWindowContext)
  const state = opened?.state ?? 'closed'
  const reason = { closed: texts[need], open: texts.windowOpen, failed: texts.windowFailed }
  return (
    <>
      <p className={styles['obstacle']} role="status">
        {reason[state]}
      </p>
      {children}
      <button
        className={styles['approve']}
        type="button"
        disabled={shown.isWorking}
        onClick={opened?.open}
      >
        {state === 'open' ? texts.showWindow : texts.openWindow}
      </button>
    </>
  )
}
