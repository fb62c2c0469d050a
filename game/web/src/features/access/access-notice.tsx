import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { ACCESS_MESSAGES } from './access-messages.ts'
import styles from './access-notice.module.css'
import type { Access } from './use-access.ts'

/** Says why the bet buttons are off, and lets the visitor confirm an age. */
export function AccessNotice({ access }: { access: Access }) {
  const messages = useMessages(ACCESS_MESSAGES)
  if (access.kind === 'refused') {
    return (
      <p role="note" className={styles['notice']}>
        {messages.refused}
      </p>
    )
  }
  if (access.kind !== 'unconfirmed') return null
  const { age, confirm } = access
  return (
    <div className={styles['notice']}>
      <p>{messages.unconfirmed({ age })}</p>
      <Button tone="quiet" size="small" onClick={confirm}>
        {messages.confirm({ age })}
      </Button>
    </div>
  )
}
