import { useEffect, useState } from 'react'

/** Time for which a visitor counts as just returned. */
const RETURN_MS = 5_000

/**
 * Returns true for a while after the visitor returns to the page, on iOS only. iOS closes the page's
 * connections in the background, which looks like a failure until the reply arrives over a new one.
 */
export function useHasJustReturned(isIos: boolean): boolean {
  const [hasReturned, setHasReturned] = useState(false)
  useEffect(() => {
    if (!isIos) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onVisibility = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      setHasReturned(true)
      timer = setTimeout(() => setHasReturned(false), RETURN_MS)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [isIos])
  return hasReturned
}
