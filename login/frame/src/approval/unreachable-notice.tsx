import { useMessages } from '#i18n/messages-context.ts'
import { Notice } from './notice.tsx'
import styles from './transaction-approval.module.css'

/** The chain could not be read. */
export function UnreachableNotice({ onRetry }: { onRetry: () => void }) {
  const { transaction: texts } = useMessages()
  return (
    <Notice tone="warning">
      {texts.unreachable}{' '}
      <button className={styles['retry']} type="button" onClick={onRetry}>
        {texts.retry}
      </button>
    </Notice>
  )
}
