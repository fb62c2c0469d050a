import { Notice } from '@bullring/ui/notice'
import { useApprovalMessages } from '../text/messages-context.ts'
import styles from './transaction-request.module.css'

/** The chain could not be read. */
export function UnreachableNotice({ onRetry }: { onRetry: () => void }) {
  const { transaction: texts } = useApprovalMessages()
  return (
    <Notice tone="warning">
      {texts.unreachable}{' '}
      <button className={styles['retry']} type="button" onClick={onRetry}>
        {texts.retry}
      </button>
    </Notice>
  )
}
