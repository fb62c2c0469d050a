/**
 * Applies the theme that the stored settings name to the document. Uses nothing outside of itself: the
 * build also puts its source into index.html, to run before the first paint.
 */
export function applyTheme(storedSettings: string | null): void {
  const root = document.documentElement
  const stored: unknown = JSON.parse(storedSettings ?? 'null')
  const theme = typeof stored === 'object' && stored && 'theme' in stored ? stored.theme : 'light'
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark)
  if (isDark) root.dataset['theme'] = 'dark'
  else delete root.dataset['theme']
  // The colour of --paper, for the browser's own bars. A brand's are in the tag.
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  const { light = '#f7f2e8', dark = '#14110d' } = meta?.dataset ?? {}
  meta?.setAttribute('content', isDark ? dark : light)
}
