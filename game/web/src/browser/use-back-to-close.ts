import { useEffect, useRef } from 'react'
import { addWindow } from './window-history.ts'

type BackToCloseOptions = {
  /** False while the window is closed. */
  isOpen?: boolean
  /** Query in the address bar while the window is on top, such as `round=123`. */
  query?: string | undefined
}

/** Makes the browser's back button close a window above the page. */
export function useBackToClose(
  close: () => void,
  { isOpen = true, query }: BackToCloseOptions = {},
): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (isOpen) return addWindow({ query, close: () => latest.current() })
    return undefined
  }, [isOpen, query])
}
