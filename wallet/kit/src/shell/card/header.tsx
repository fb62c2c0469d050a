import type { RefObject } from 'react'
import { currentRoute } from '#core/modal/router.ts'
import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SHELL_MESSAGES } from '../shell-messages.ts'
import { leftOf, titleOf } from '../view-registry.ts'
import styles from './header.module.css'
import { swapClassName, useSwap } from './use-swap.ts'

/** Duration of the old title's exit (R-MODAL-6). */
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
  const route = useStore(router, currentRoute)
  const direction = useStore(router, (state) => state.direction)
  const title = useSwap(titleOf(route, kit), TITLE_MS)

  return (
    <div className={styles['header']}>
      <span>
        <LeftButton />
      </span>
      <h2 id={headingId} ref={headingRef} tabIndex={-1}>
        <span className={classNames(styles['title'], swapClassName(title.phase, direction))}>
          {title.shown}
        </span>
      </h2>
      <span>
        {!kit.options.enableEmbedded && (
          <IconButton icon="close" name={messages.close} onClick={modal.requestClose} />
        )}
      </span>
    </div>
  )
}

function LeftButton() {
  const { router, modal } = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  const route = useStore(router, currentRoute)
  const canGoBack = useStore(router, (state) => state.history.length > 1)
  if (canGoBack) {
    return <IconButton icon="back" name={messages.back} onClick={modal.goBack} />
  }
  const Left = leftOf(route)
  return Left === undefined ? null : <Left />
}
