import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './stats-button.module.css'
import { TRAY_MESSAGES } from './tray-messages.ts'

/** Opens the stats drawer. */
export function StatsButton({ onOpen }: { onOpen: () => void }) {
  const messages = useMessages(TRAY_MESSAGES)
  return (
    <Button tone="quiet" onClick={onOpen} aria-haspopup="dialog" className={styles['button']}>
      <Icon name="bars" />
      <span className={styles['label']}>{messages.open}</span>
    </Button>
  )
}
