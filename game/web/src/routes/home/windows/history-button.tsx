import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { HOME_MESSAGES } from '../home-messages.ts'
import styles from './history-button.module.css'

type HistoryButtonProps = {
  /** Number of claimable bets among the loaded bets. */
  unclaimed: number
  /** Whether there are bets that have not loaded. */
  hasOlder: boolean
  onOpen: () => void
}

/** Opens the history and shows how many rounds can be claimed. */
export function HistoryButton({ unclaimed, hasOlder, onOpen }: HistoryButtonProps) {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <Button tone="quiet" onClick={onOpen} aria-haspopup="dialog">
      <Icon name="history" />
      <span className={styles['name']}>{messages.history}</span>
      {unclaimed > 0 && (
        <span className={styles['count']}>
          {unclaimed}
          {hasOlder && '+'} <span className={styles['label']}>{messages.toCollect}</span>
        </span>
      )}
    </Button>
  )
}
