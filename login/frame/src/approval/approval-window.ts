import * as z from 'zod/mini'

/** Page of the wallet that shows a request, in a window that no other page can embed, cover or resize. */
const PATH = '/approval'
const FEATURES = 'popup,width=420,height=720'

/** Interval of checks whether the window is open: browsers report no event when it closes. */
const POLL_MS = 500

const Ready = z.object({ type: z.literal('approval-window-ready') })

/** Called by the page once it has loaded. The browser delivers it to pages of the wallet only. */
export function announceReady(page: Pick<Window, 'opener' | 'location'>): void {
  const ready: z.infer<typeof Ready> = { type: 'approval-window-ready' }
  const opener: Window | null = page.opener
  opener?.postMessage(ready, page.location.origin)
}

export type ApprovalWindow = { focus: () => void; close: () => void }

/**
 * Opens the window; call it while a click is handled. Both pages are of one origin: the frame shows the request in the
 * window's document, and nothing of it is sent anywhere.
 *
 * @param onReady - Called with the element to show the request in, again after each reload of the window.
 * @returns Undefined if the browser blocks it.
 */
export function openApprovalWindow(
  frame: Window,
  { onReady, onClosed }: { onReady: (root: HTMLElement) => void; onClosed: () => void },
): ApprovalWindow | undefined {
  const opened = frame.open(PATH, '_blank', FEATURES)
  if (opened === null) return undefined
  const left = new AbortController()
  const { signal } = left
  frame.addEventListener(
    'message',
    ({ data, origin, source }) => {
      if (source !== opened || origin !== frame.location.origin) return
      const root = z.safeParse(Ready, data).success && opened.document.getElementById('root')
      if (root) onReady(dress(root, frame.document))
    },
    { signal },
  )
  const timer = frame.setInterval(() => {
    if (opened.closed) onClosed()
  }, POLL_MS)
  signal.addEventListener('abort', () => frame.clearInterval(timer))
  const close = () => {
    left.abort()
    opened.close()
  }
  frame.addEventListener('pagehide', close, { signal })
  return { focus: () => opened.focus(), close }
}

/** Gives the window's page language, theme and styles of the frame. What an app has chosen is not taken over. */
function dress(root: HTMLElement, frame: Document): HTMLElement {
  const page = root.ownerDocument
  page.documentElement.lang = frame.documentElement.lang
  page.documentElement.dataset['theme'] = frame.documentElement.dataset['theme'] ?? 'light'
  for (const sheet of frame.querySelectorAll('link[rel="stylesheet"]')) {
    page.head.append(page.importNode(sheet))
  }
  root.replaceChildren()
  return root
}
