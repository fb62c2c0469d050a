import type { ReactNode } from 'react'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import { HOME_WORDS } from './home-words.ts'
import styles from './top-bar.module.css'

/** Brand, price, wallet and language. What comes and goes with a wallet grows into the free middle. */
export function TopBar({ price, wallet }: { price: ReactNode; wallet: ReactNode }) {
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <h1 className={styles['brand']}>
          <BrandMark />
          <span>{HOME_WORDS.brand}</span>
        </h1>
        <div className={styles['price']}>{price}</div>
        {wallet}
        <LanguageSelect />
      </div>
    </header>
  )
}

/** Spec, section 1: a language selector offering English only. */
function LanguageSelect() {
  return (
    <label className={styles['language']}>
      <Icon name="globe" />
      <select aria-label={HOME_WORDS.language} defaultValue="en">
        <option value="en">{HOME_WORDS.english}</option>
      </select>
    </label>
  )
}
