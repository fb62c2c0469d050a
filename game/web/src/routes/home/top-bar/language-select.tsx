import type { Language } from '@bullring/wire/text/languages'
import { useAppConfig } from '#api/market/app-config.ts'
import { useLanguageChoice, useMessages } from '#i18n/language.ts'
import { LANGUAGE_MESSAGES } from '#i18n/language-messages.ts'
import { LANGUAGE_NAMES } from '#i18n/language-names.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './language-select.module.css'

/** The language selector. It offers the operator's choice: English only by default (R-PAGE-5). */
export function LanguageSelect() {
  const messages = useMessages(LANGUAGE_MESSAGES)
  const { languages } = useAppConfig()
  const { language, show } = useLanguageChoice()
  const toasts = useToastStore()
  const choose = async (chosen: Language) => {
    try {
      await show(chosen)
      changeSettings({ language: chosen })
    } catch {
      const text = messages.notLoaded({ language: LANGUAGE_NAMES[chosen] })
      toasts.show({ level: 'error', text })
    }
  }
  return (
    <label className={styles['language']}>
      <Icon name="globe" />
      <select
        aria-label={messages.label}
        value={language}
        onChange={(event) => {
          const chosen = languages[event.target.selectedIndex]
          if (chosen) void choose(chosen)
        }}
      >
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LANGUAGE_NAMES[tag]}
          </option>
        ))}
      </select>
    </label>
  )
}
