import type { Language } from '@bullring/wire/game-api/languages'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { DEFAULT_LANGUAGE, LanguageContext } from './language.ts'

type LanguageProviderProps = {
  /** The page's only language; null for pages in the language that the visitor has chosen. */
  fixed: Language | null
  children: ReactNode
}

/** Provides the language and sets it on the document, where screen readers look for it. */
export function LanguageProvider({ fixed, children }: LanguageProviderProps) {
  const [chosen, choose] = useState<Language>(DEFAULT_LANGUAGE)
  const language = fixed ?? chosen
  const value = useMemo(() => ({ language, choose }), [language])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <LanguageContext value={value}>{children}</LanguageContext>
}
