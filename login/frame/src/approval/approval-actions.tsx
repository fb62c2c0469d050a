import { Button } from '@bullring/ui/button'
import { type MouseEvent, type RefObject, useRef } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import styles from './approval-actions.module.css'
import type { RequestPageProps } from './request-page.tsx'
import type { Readiness } from './use-readiness.ts'
import { useWindowNeed, WindowActions } from './window-actions.tsx'

type ActionsProps = Pick<
  RequestPageProps,
  'shown' | 'action' | 'over' | 'isBlocked' | 'details'
> & {
  footer: RefObject<HTMLElement | null>
  readiness: Readiness
}

/** The two buttons, and why the second cannot be pressed yet. */
export function ApprovalActions(props: ActionsProps) {
  const { shown, footer, readiness } = props
  const { approval: texts } = useMessages()
  const windowNeed = useWindowNeed(shown.request, readiness.obstacle)
  const cancel = (
    <Button tone="quiet" disabled={shown.isWorking} onClick={shown.reject}>
      {texts.cancel}
    </Button>
  )
  if (props.over !== undefined) {
    return (
      <footer className={styles['actions']} ref={footer}>
        <Button onClick={shown.reject}>{texts.close}</Button>
      </footer>
    )
  }
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
    <Button
      isBusy={shown.isWorking}
      aria-disabled={!canApprove}
      onPointerDown={() => {
        wasReadyAtPress.current = isReady()
      }}
      onClick={approve}
    >
      {shown.isWorking ? texts[action === 'sign' ? 'signing' : 'sending'] : texts[action]}
    </Button>
  )
}
