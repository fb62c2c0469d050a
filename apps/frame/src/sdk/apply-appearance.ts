import type { Appearance } from './appearance.ts'

/** Shows the page in the colours of the app around it. */
export function applyAppearance({ theme, accent, background }: Appearance): void {
  const { dataset, style } = document.documentElement
  dataset['theme'] = theme
  if (accent !== undefined) style.setProperty('--accent', accent)
  if (background !== undefined) style.setProperty('--app-background', background)
}
