import type { ReactNode } from 'react'
import { useLanguageChoice, useMessages } from '#i18n/language.ts'
import { OFFERED_LANGUAGES } from '#i18n/offered-languages.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import { HOME_MESSAGES } from './home-messages.ts'
import styles from './top-bar.module.css'

/** Brand, price, wallet and language. The wallet grows into the free space in the middle. */
export function TopBar({ price, wallet }: { price: ReactNode; wallet: ReactNode }) {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <h1 className={styles['brand']}>
          <BrandMark />
          <span>{messages.brand}</span>
        </h1>
        <div className={styles['price']}>{price}</div>
        {wallet}
        <LanguageSelect />
      </div>
    </header>
  )
}

/** The language selector; it offers English only (R-PAGE-5). */
function LanguageSelect() {
  const messages = useMessages(HOME_MESSAGES)
  const { language, choose } = useLanguageChoice()
  return (
    <label className={styles['language']}>
      <Icon name="globe" />
      <select
        aria-label={messages.language}
        value={language}
        onChange={(event) => {
          const offered = OFFERED_LANGUAGES[event.target.selectedIndex]
          if (offered) choose(offered.language)
        }}
      >
        {OFFERED_LANGUAGES.map((offered) => (
          <option key={offered.language} value={offered.language} lang={offered.language}>
            {offered.name}
          </option>
        ))}
      </select>
    </label>
  )
}
