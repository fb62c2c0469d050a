import type { Language } from '@bullring/wire/text/languages'
import { loadCatalogue } from './catalogue.ts'

/** The language of the page, where the visitor can choose it. */
export type LanguageStore = ReturnType<typeof createLanguageStore>

/** @param first - The language until another one is shown. Its catalogue has been loaded. */
export function createLanguageStore(first: Language) {
  let current = first
  const listeners = new Set<() => void>()
  return {
    current: () => current,

    /**
     * Shows the page in `language` once its catalogue has loaded.
     *
     * @throws when it fails to load. The language stays as it is.
     */
    show: async (language: Language): Promise<void> => {
      await loadCatalogue(language)
      current = language
      for (const listener of listeners) listener()
    },

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
