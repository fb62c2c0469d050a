import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './history-button.module.css'
import { HOME_MESSAGES } from './home-messages.ts'

/** Opens the history and shows how many rounds can be claimed. */
export function HistoryButton({ unclaimed, onOpen }: { unclaimed: number; onOpen: () => void }) {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <Button tone="quiet" onClick={onOpen} aria-haspopup="dialog">
      <Icon name="history" />
      <span className={styles['name']}>{messages.history}</span>
      {unclaimed > 0 && (
        <span className={styles['count']}>
          {unclaimed} <span className={styles['label']}>{messages.toCollect}</span>
        </span>
      )}
    </Button>
  )
}
