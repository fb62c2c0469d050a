import type { FrameHost } from '#core/embedded/embedded-wallet.ts'

/** The elements around the frame, and the frame itself. */
export type LoadableFrameHost = FrameHost & {
  /** Adds the frame to the page, where it loads. Returns the window to talk to. */
  load: () => Window | null
  /** Whether a message is from the frame. */
  isFromFrame: (event: Pick<MessageEvent, 'origin' | 'source'>) => boolean
  /** Removes the frame, so that the next `load` starts again. */
  unload: () => void
}

/** Creates the elements in a page. The dialog is added to the page with the first frame. */
export function createFrameHost(url: URL, page: Document): LoadableFrameHost {
  const dialog = page.createElement('dialog')
  const [card, header, body] = [
    page.createElement('div'),
    page.createElement('div'),
    page.createElement('div'),
  ]
  card.append(header, body)
  dialog.append(card)
  let frame: HTMLIFrameElement | null = null
  return {
    dialog,
    card,
    header,
    body,
    load: () => {
      if (!dialog.isConnected) page.body.append(dialog)
      frame ??= createFrame(url, page)
      if (!frame.isConnected) body.append(frame)
      return frame.contentWindow
    },
    isFromFrame: ({ origin, source }) =>
      origin === url.origin && frame !== null && source === frame.contentWindow,
    unload: () => {
      frame?.remove()
      frame = null
    },
  }
}

/** A frame is never moved in the page: that would load it again. */
function createFrame(url: URL, page: Document): HTMLIFrameElement {
  const frame = page.createElement('iframe')
  frame.id = 'w3m-iframe'
  frame.name = 'w3m-secure-iframe'
  frame.referrerPolicy = 'no-referrer'
  frame.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
    .map((feature) => `${feature} ${url.origin}`)
    .join('; ')
  frame.src = url.href
  return frame
}
