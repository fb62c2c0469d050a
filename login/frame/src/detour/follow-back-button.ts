import { receiveTelegramEvents } from '@bullring/ui/telegram-events'

type TelegramPage = Window & {
  TelegramWebviewProxy?: { postEvent: (name: string, data: string) => void }
}

/** Shows the back button of Telegram's apps while the page is shown, and calls `onBack` when it is pressed. */
export function followBackButton(page: TelegramPage, onBack: () => void): void {
  const { TelegramWebviewProxy: telegram } = page
  if (telegram === undefined) return
  receiveTelegramEvents(page, (name) => {
    if (name === 'back_button_pressed') onBack()
  })
  const show = (isVisible: boolean) =>
    telegram.postEvent('web_app_setup_back_button', JSON.stringify({ is_visible: isVisible }))
  show(true)
  page.addEventListener('pagehide', () => show(false))
}
