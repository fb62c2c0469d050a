/** Origin of Telegram in a browser, which shows a Mini App in a frame. */
export const TELEGRAM_WEB = 'https://web.telegram.org'
