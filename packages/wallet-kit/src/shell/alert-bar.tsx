import { useSyncExternalStore } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useKit, useWords } from '../kit-context.ts'
import styles from './alert-bar.module.css'
import { SHELL_WORDS } from './shell-words.ts'

/** What is configured wrongly, for the developer of the page. */
export function AlertBar() {
  const { alerts } = useKit()
  const words = useWords('shell', SHELL_WORDS)
  const { alert } = useSyncExternalStore(alerts.subscribe, alerts.getState, alerts.getState)
  if (alert === null) return null
  return (
    <div className={styles['bar']} role="alert">
      <Icon name="warning" />
      <div>
        <b>{alert.text}</b>
        <p>{alert.detail}</p>
      </div>
      <IconButton icon="close" name={words.dismiss} onClick={alerts.hide} />
    </div>
  )
}
