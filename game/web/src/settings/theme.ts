import { useSyncExternalStore } from 'react'
import { applyTheme } from './apply-theme.ts'
import { readSettings, subscribeToSettings } from './device-settings.ts'

const SYSTEM_DARK = '(prefers-color-scheme: dark)'

/** Keeps the document in the chosen theme. The start script in index.html has applied the first one. */
export function followTheme(): void {
  const apply = () => applyTheme(JSON.stringify(readSettings()))
  apply()
  subscribe(apply)
}

/** Returns whether the page is dark, for parts that CSS variables do not reach. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}

function isDark(): boolean {
  return document.documentElement.dataset['theme'] === 'dark'
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(SYSTEM_DARK)
  system.addEventListener('change', listener)
  const stop = subscribeToSettings(listener)
  return () => {
    system.removeEventListener('change', listener)
    stop()
  }
}
