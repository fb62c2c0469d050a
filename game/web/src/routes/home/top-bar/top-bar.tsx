import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { HOME_MESSAGES } from '../home-messages.ts'
import { LanguageSelect } from './language-select.tsx'
import { MarketSelect } from './market-select.tsx'
import styles from './top-bar.module.css'

type TopBarProps = {
  price: ReactNode
  wallet: ReactNode
  onOpenGuide: () => void
  onOpenSettings: () => void
}

/** Brand, price, wallet, help, settings and language. The free space is in the middle. */
export function TopBar({ price, wallet, onOpenGuide, onOpenSettings }: TopBarProps) {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <h1 className={styles['brand']}>
          <BrandMark />
          <span>{messages.brand}</span>
        </h1>
        <MarketSelect />
        <div className={styles['price']}>{price}</div>
        {wallet}
        <div className={styles['tools']}>
          <IconButton icon="help" label={messages.guide} onClick={onOpenGuide} />
          <IconButton icon="gear" label={messages.settings} onClick={onOpenSettings} />
          <LanguageSelect />
        </div>
      </div>
    </header>
  )
}

type IconButtonProps = { icon: IconName; label: string; onClick: () => void }

function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-haspopup="dialog"
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
