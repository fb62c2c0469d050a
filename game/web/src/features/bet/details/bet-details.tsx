import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { Icon } from '#ui/icon.tsx'
import { BET_MESSAGES } from '../bet-messages.ts'
import styles from './bet-details.module.css'

/** Facts that a bet can be placed without. This device remembers whether they are shown. */
export function BetDetails({ children }: { children: ReactNode }) {
  const messages = useMessages(BET_MESSAGES)
  const { showsBetDetails: isOpen } = useDeviceSettings()
  return (
    <section className={styles['details']}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        onClick={() => changeSettings({ showsBetDetails: !isOpen })}
      >
        {messages.details}
        <Icon name="chevron" size={14} />
      </button>
      {isOpen && <div className={styles['content']}>{children}</div>}
    </section>
  )
}
