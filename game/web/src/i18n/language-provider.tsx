import type { Language } from '@bullring/wire/text/languages'
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { LanguageContext } from './language.ts'
import type { LanguageStore } from './language-store.ts'

type LanguageProviderProps = {
  /** The page's only language; null for pages in the language that the visitor has chosen. */
  fixed: Language | null
  store: LanguageStore
  children: ReactNode
}

/** Provides the language and sets it on the document, where screen readers look for it. */
export function LanguageProvider({ fixed, store, children }: LanguageProviderProps) {
  const chosen = useSyncExternalStore(store.subscribe, store.current)
  const language = fixed ?? chosen
  const value = useMemo(() => ({ language, show: store.show }), [language, store])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <LanguageContext value={value}>{children}</LanguageContext>
}
