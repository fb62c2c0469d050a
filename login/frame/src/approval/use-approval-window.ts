import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ApprovalWindow, openApprovalWindow } from './approval-window.ts'
import type { OpenedWindow } from './approval-window-context.ts'

/** Returns the window of a request, and the element in it that shows the request once it has loaded. */
export function useApprovalWindow(): { opened: OpenedWindow; root: HTMLElement | null } {
  const [state, setState] = useState<OpenedWindow['state']>('closed')
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const current = useRef<ApprovalWindow>(undefined)
  const hasLoaded = useRef(false)

  const leave = useCallback((next: OpenedWindow['state']) => {
    current.current?.close()
    current.current = undefined
    setRoot(null)
    setState(next)
  }, [])

  const open = useCallback(() => {
    if (current.current !== undefined) return current.current.focus()
    hasLoaded.current = false
    current.current = openApprovalWindow(window, {
      onReady: (loaded) => {
        hasLoaded.current = true
        setRoot(loaded)
      },
      // Some embedding pages cut the window off (Cross-Origin-Opener-Policy): it appears to be closed at once.
      onClosed: () => leave(hasLoaded.current ? 'closed' : 'failed'),
    })
    setState(current.current === undefined ? 'failed' : 'open')
  }, [leave])

  useEffect(() => () => current.current?.close(), [])
  const opened = useMemo(() => ({ state, open }), [state, open])
  return { opened, root }
}
