import { useEffect, useId, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { EmbeddedWallet, FrameHost } from '#core/embedded/embedded-wallet.ts'
import { frameThemeOf } from '#core/embedded/frame-theme.ts'
import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { useEmbeddedWallet } from '#react/login/use-embedded-wallet.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import surface from '../card/card-surface.module.css'
import headerStyles from '../card/header.module.css'
import { SHELL_MESSAGES } from '../shell-messages.ts'
import { useTheme } from '../use-theme.ts'
import styles from './approval-dialog.module.css'
import dialogStyles from './modal-dialog.module.css'
import { useScrollLock } from './use-scroll-lock.ts'

/** The frame draws itself with an older theme if it does not confirm the current one in time. */
const THEME_TIMEOUT_MS = 1_000

/**
 * Shows the frame of the embedded wallet while the user has to approve something. A second dialog, in place of the
 * modal: the view there keeps its state, and the frame stays loaded while neither is open. Closing it rejects the
 * request, unless the user has approved it.
 */
export function ApprovalDialog() {
  const wallet = useEmbeddedWallet()
  return wallet && <DialogOfWallet wallet={wallet} />
}

function DialogOfWallet({ wallet }: { wallet: EmbeddedWallet }) {
  const { options } = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  const pending = useStore(wallet.approvals, (state) => state.pending)
  const headingId = useId()
  const { host, approvals } = wallet
  const title = options.messages['titles']?.['ApproveTransaction'] ?? 'Approve Transaction'
  useHostStyles(host, headingId, title)
  return createPortal(
    <>
      <span />
      <h2 id={headingId} tabIndex={-1}>
        {title}
      </h2>
      <span>
        <IconButton icon="close" name={messages.close} onClick={approvals.abort} />
      </span>
      {pending !== null && <OpenDialog wallet={wallet} />}
    </>,
    host.header,
  )
}

/** The elements were made without React, which must not load the frame again. Their styles follow the theme. */
function useHostStyles(
  { dialog, card, header, body }: FrameHost,
  headingId: string,
  title: string,
): void {
  const theme = useTheme()
  // The modal's veil is there already.
  const isAbove = useStore(useKit().modal, ({ isOpen }) => isOpen)
  useLayoutEffect(() => {
    dialog.className = classNames(
      theme.className,
      dialogStyles['dialog'],
      styles['dialog'],
      isAbove && styles['above'],
    )
    dialog.setAttribute('aria-labelledby', headingId)
    card.className = classNames(surface['floating'])
    header.className = classNames(headerStyles['header'])
    body.className = classNames(styles['frame'])
    body.querySelector('iframe')?.setAttribute('title', title)
    for (const [name, value] of Object.entries(theme.style)) {
      dialog.style.setProperty(name, `${value}`)
    }
  })
}

/** Opens the dialog while mounted, once the frame has the theme. */
function OpenDialog({ wallet: { host, approvals, syncTheme } }: { wallet: EmbeddedWallet }) {
  useScrollLock()
  useEffect(() => {
    const { dialog, header } = host
    const closed = new AbortController()
    const reject = (event: Event) => {
      event.preventDefault()
      approvals.abort()
    }
    const { signal } = closed
    dialog.addEventListener('cancel', reject, { signal })
    dialog.addEventListener('mousedown', (event) => event.target === dialog && reject(event), {
      signal,
    })
    const show = () => {
      if (signal.aborted) return
      dialog.showModal()
      header.querySelector('h2')?.focus()
    }
    void Promise.race([syncTheme(frameThemeOf(dialog)), wait(THEME_TIMEOUT_MS)])
      // An older theme is better than a request that no one sees.
      .catch(() => undefined)
      .then(show)
    return () => {
      closed.abort()
      // Returns the focus to the control that had it.
      dialog.close()
      leaveFrame(dialog)
    }
  }, [host, approvals, syncTheme])
  return null
}

/** Moves the focus out of the closed frame, where Escape and Tab reach no one, if the control cannot have it back. */
function leaveFrame(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement && dialog.contains(focused))) return
  focused.blur()
  document.querySelector<HTMLElement>('dialog[open] h2')?.focus()
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
