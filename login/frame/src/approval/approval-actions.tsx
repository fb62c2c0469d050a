import { type MouseEvent, type RefObject, useRef } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import styles from './approval-actions.module.css'
import type { RequestPageProps } from './request-page.tsx'
import type { Readiness } from './use-readiness.ts'
import { useWindowNeed, WindowActions } from './window-actions.tsx'

type ActionsProps = Pick<RequestPageProps, 'shown' | 'action' | 'isBlocked' | 'details'> & {
  footer: RefObject<HTMLElement | null>
  readiness: Readiness
}

/** The two buttons, and why the second cannot be pressed yet. */
export function ApprovalActions(props: ActionsProps) {
  const { shown, footer, readiness } = props
  const { approval: texts } = useMessages()
  const windowNeed = useWindowNeed(shown.request, readiness.obstacle)
  const cancel = (
    <button
      className={styles['cancel']}
      type="button"
      disabled={shown.isWorking}
      onClick={shown.reject}
    >
      {texts.cancel}
    </button>
  )
  return (
    <footer className={styles['actions']} ref={footer}>
      {windowNeed === null ? (
        <>
          <ObstacleText {...props} />
          {cancel}
          <ApproveButton {...props} />
        </>
      ) : (
        <WindowActions need={windowNeed} shown={shown}>
          {cancel}
        </WindowActions>
      )}
    </footer>
  )
}

function ObstacleText({ shown, isBlocked, readiness: { obstacle } }: ActionsProps) {
  const { readiness: texts } = useMessages()
  // The view of the request says itself why it cannot be approved.
  if (obstacle === null || isBlocked || shown.isWorking) return null
  return (
    <p className={styles['obstacle']} role="status">
      {texts[obstacle]}
    </p>
  )
}

/** Only real presses count, which begin and end while the request may be approved. */
function ApproveButton({ shown, action, isBlocked = false, details, readiness }: ActionsProps) {
  const { approval: texts } = useMessages()
  const wasReadyAtPress = useRef(false)
  const canApprove = readiness.isArmed && !isBlocked && !shown.isWorking
  const isReady = () => canApprove && readiness.canPress()

  function approve({ nativeEvent, detail }: MouseEvent): void {
    const isByKeyboard = detail === 0
    if (!nativeEvent.isTrusted || !isReady()) return
    if (isByKeyboard || wasReadyAtPress.current) shown.approve(details)
  }

  return (
    <button
      className={styles['approve']}
      type="button"
      aria-disabled={!canApprove}
      aria-busy={shown.isWorking}
      onPointerDown={() => {
        wasReadyAtPress.current = isReady()
      }}
      onClick={approve}
    >
      {shown.isWorking ? <WorkingLabel action={action} /> : texts[action]}
    </button>
  )
}

function WorkingLabel({ action }: { action: ActionsProps['action'] }) {
  const { approval: texts } = useMessages()
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {action === 'sign' ? texts.signing : texts.sending}
    </>
  )
}
