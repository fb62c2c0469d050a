import { useKit, useMessages, useStore } from '#react/kit-context.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { SHELL_MESSAGES } from '../shell-messages.ts'
import styles from './alert-bar.module.css'

/** Shows a configuration mistake to the developer of the page. */
export function AlertBar() {
  const { alerts } = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  const alert = useStore(alerts, (state) => state.alert)
  if (alert === null) return null
  return (
    <div className={styles['bar']} role="alert">
      <Icon name="warning" />
      <div>
        <b>{alert.text}</b>
        <p>{alert.detail}</p>
      </div>
      <IconButton icon="close" name={messages.dismiss} onClick={alerts.hide} />
    </div>
  )
}
