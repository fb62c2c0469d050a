export const DOWNLOADS_MESSAGES = {
  chrome_store: 'Chrome Extension',
  app_store: 'iOS App',
  play_store: 'Android App',
  homepage: 'Website',
} as const
