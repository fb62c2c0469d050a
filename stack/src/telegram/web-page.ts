/** Origin of Telegram's page for browsers. */
export const TELEGRAM_WEB_URL = 'https://web.telegram.org'

/**
 * Renders a page that shows a Mini App in a frame, as Telegram's page for browsers does. It reports each message of the frame to
 * the function `telegramCall` of its window, and sends events by `sendEvent`.
 */
export function renderTelegramPage(launchedUrl: string): string {
  const target = JSON.stringify(launchedUrl).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Telegram on this machine</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0 } body { display: grid; grid-template-rows: 48px 1fr; background: #17212b; color: #fff; font: 16px sans-serif } header { display: flex; gap: 8px; align-items: center; padding: 0 12px } button { font: inherit }</style>
</head><body>
<header><button id="back" hidden>Back</button><b>Bullring</b></header>
<iframe title="Mini App" sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-modals"></iframe>
<script>
const frame = document.querySelector('iframe')
const back = document.getElementById('back')
const origin = new URL(${target}).origin
window.sendEvent = (eventType, eventData) =>
  frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), origin)
back.onclick = () => window.sendEvent('back_button_pressed')
window.addEventListener('message', async ({ source, origin: from, data }) => {
  if (source !== frame.contentWindow || from !== origin) return
  const { eventType, eventData } = JSON.parse(data)
  await window.telegramCall(eventType, JSON.stringify(eventData ?? null))
  if (eventType === 'web_app_setup_back_button') back.hidden = !eventData.is_visible
})
frame.src = ${target}
</script>
</body></html>`
}
