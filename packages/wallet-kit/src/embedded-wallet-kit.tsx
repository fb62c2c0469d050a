import { useEffect, useId, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './embedded-wallet-kit.module.css'
import { useKit, useStore } from './react/kit-context.ts'
import { Card } from './shell/card.tsx'
import { useTheme } from './shell/use-theme.ts'

/** The card in the page instead of over it; for a kit with `enableEmbedded`. */
export function EmbeddedWalletKit() {
  const { modal } = useKit()
  const isShaking = useStore(modal, (state) => state.isShaking)
  const theme = useTheme()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  // Closing means going to the first view here: Account when connected, else Connect.
  useEffect(() => modal.close(), [modal])

  return (
    <section
      aria-labelledby={headingId}
      className={classNames(theme.className, styles['card'], isShaking && styles['shaking'])}
      style={theme.style}
    >
      <Card headingId={headingId} headingRef={headingRef} />
    </section>
  )
}
