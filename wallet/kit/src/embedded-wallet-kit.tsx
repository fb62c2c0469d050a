import { useEffect, useId, useRef } from 'react'
import { useKit, useStore } from '#react/kit-context.ts'
import { Card } from '#shell/card/card.tsx'
import styles from '#shell/card/card-surface.module.css'
import { useTheme } from '#shell/use-theme.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * Shows the card inside the page instead of in a modal. Requires `enableEmbedded: true`.
 *
 * @example
 * const kit = createWalletKit({ config, projectId: 'my-app', enableEmbedded: true })
 *
 * <WalletKitProvider kit={kit}>
 *   <EmbeddedWalletKit />
 * </WalletKitProvider>
 */
export function EmbeddedWalletKit() {
  const { modal } = useKit()
  const isShaking = useStore(modal, (state) => state.isShaking)
  const theme = useTheme()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  // Closing an embedded kit shows the first view: Account if connected, Connect otherwise.
  useEffect(() => modal.close(), [modal])

  return (
    <section
      aria-labelledby={headingId}
      className={classNames(theme.className, styles['embedded'], isShaking && styles['shaking'])}
      style={theme.style}
    >
      <Card headingId={headingId} headingRef={headingRef} />
    </section>
  )
}
