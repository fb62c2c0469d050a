import type { ThemePayload } from '@bullring/login-api/frame-messages/requests'

/** Returns the theme of the dialog for the frame inside it, and the language of the page. */
export function frameThemeOf(dialog: HTMLElement): ThemePayload {
  const style = getComputedStyle(dialog)
  const accent = style.getPropertyValue('--accent').trim()
  const background = style.getPropertyValue('--card').trim()
  const { lang: language } = document.documentElement
  return {
    themeMode: style.colorScheme === 'dark' ? 'dark' : 'light',
    themeVariables: { '--w3m-accent': accent },
    w3mThemeVariables: { '--w3m-accent': accent, '--w3m-background': background },
    ...(language !== '' && { language }),
  }
}
