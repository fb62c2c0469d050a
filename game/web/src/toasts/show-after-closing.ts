import { flushSync } from 'react-dom'

/**
 * Closes a dialog, then shows a toast in the layer below. In the dialog, the toast would disappear with it, on a
 * slow device before a screen reader has announced it.
 */
export function showAfterClosing(close: () => void, show: () => void): void {
  // React flushes nothing within an effect.
  queueMicrotask(() => {
    flushSync(close)
    show()
  })
}
