import { useEffect, useState } from 'react'

/** Time for which the button confirms a copy. */
const COPIED_MS = 2_500

/** State of a copy button. */
export type ClipboardState = 'ready' | 'copied' | 'failed'

/** Copies text to the clipboard. Fails outside secure contexts (HTTPS), where browsers do not allow it. */
export function useClipboard(): { state: ClipboardState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<ClipboardState>('ready')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('ready'), COPIED_MS)
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
