/** Has the apps of Telegram, which show the page, call `receive` with their events. */
export function receiveTelegramEvents(
  page: Window,
  receive: (name: string, data: unknown) => void,
): void {
  // The second and third name are those of older apps.
  Object.assign(page, {
    Telegram: { WebView: { receiveEvent: receive } },
    TelegramGameProxy: { receiveEvent: receive },
    TelegramGameProxy_receiveEvent: receive,
  })
}
