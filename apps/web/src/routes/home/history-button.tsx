import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './history-button.module.css'
import { HOME_WORDS } from './home-words.ts'

/** Opens the history; says when something waits there to be collected. */
export function HistoryButton({
  uncollected,
  onOpen,
}: {
  uncollected: number
  onOpen: () => void
}) {
  return (
    <Button tone="quiet" onClick={onOpen} aria-haspopup="dialog">
      <Icon name="history" />
      {HOME_WORDS.history}
      {uncollected > 0 && (
        <span className={styles['count']}>
          {uncollected} <span className={styles['words']}>{HOME_WORDS.toCollect}</span>
        </span>
      )}
    </Button>
  )
}
