import { followWindows } from '#browser/window-history.ts'
import type { Bridge } from './bridge.ts'

/** Shows Telegram's back button while there is a window to close, or a page to leave. Else the app's own close button is there. */
export function followBackButton(bridge: Bridge, page: Window): void {
  const firstPath = page.location.pathname
  let windows = 0
  let isVisible = false
  const update = () => {
    const isNeeded = windows > 0 || page.location.pathname !== firstPath
    if (isNeeded === isVisible) return
    isVisible = isNeeded
    bridge.post('web_app_setup_back_button', { is_visible: isVisible })
  }
  followWindows((count) => {
    windows = count
    update()
  })
  page.addEventListener('popstate', update)
  bridge.on('back_button_pressed', () => page.history.back())
}
