import { type RefObject, useSyncExternalStore } from 'react'
import { currentRoute } from '#core/modal/router.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './header.module.css'
import { SHELL_MESSAGES } from './shell-messages.ts'
import { swapClassName, useSwap } from './use-swap.ts'
import { leftOf, titleOf } from './view-registry.ts'

/** How long the old title moves out (R-MODAL-6). */
const TITLE_MS = 120

type HeaderProps = {
  headingId: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** Title of the view, with Back on the left and Close on the right. */
export function Header({ headingId, headingRef }: HeaderProps) {
  const kit = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  const { router, modal } = kit
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState)
  const title = useSwap(titleOf(currentRoute(state), kit), TITLE_MS)

  return (
    <header className={styles['header']}>
      <span className={styles['side']}>
        <LeftButton />
      </span>
      <h2 id={headingId} ref={headingRef} tabIndex={-1}>
        <span className={classNames(styles['title'], swapClassName(title.phase, state.direction))}>
          {title.shown}
        </span>
      </h2>
      <span className={styles['side']}>
        {!kit.options.enableEmbedded && (
          <IconButton icon="close" name={messages.close} onClick={modal.requestClose} />
        )}
      </span>
    </header>
  )
}

function LeftButton() {
  const { router, modal } = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  const state = useSyncExternalStore(router.subscribe, router.getState, router.getState)
  if (state.history.length > 1) {
    return <IconButton icon="back" name={messages.back} onClick={modal.goBack} />
  }
  const Left = leftOf(currentRoute(state))
  return Left === undefined ? null : <Left />
}
