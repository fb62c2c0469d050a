import { type CSSProperties, useSyncExternalStore } from 'react'
import { useKit, useStore } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/theme.module.css'

const DARK = '(prefers-color-scheme: dark)'

/** Class and variables of the theme: the app's choice, otherwise the system's. */
export function useTheme(): { className: string; style: CSSProperties } {
  const kit = useKit()
  const mode = useStore(kit.theme, (state) => state.mode)
  const isSystemDark = useSyncExternalStore(subscribeToSystem, isSystemDarkNow, () => false)
  const isDark = mode === undefined ? isSystemDark : mode === 'dark'
  return {
    className: classNames(styles['theme'], isDark ? styles['dark'] : styles['light']),
    style: (kit.options.themeVariables ?? {}) as CSSProperties,
  }
}

function subscribeToSystem(onChange: () => void): () => void {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function isSystemDarkNow(): boolean {
  return window.matchMedia(DARK).matches
}
