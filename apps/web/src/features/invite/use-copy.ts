import { useEffect, useState } from 'react'

/** How long a button says that it has copied. */
const SAID_MS = 2_500

export type CopyState = 'ready' | 'copied' | 'failed'

/** Copies a text; browsers refuse it on pages without HTTPS. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('ready')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('ready'), SAID_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return { state, copy }
}
