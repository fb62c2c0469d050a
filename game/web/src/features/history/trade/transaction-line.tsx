import type { Hash } from 'viem'
import { type ClipboardState, useClipboard } from '#browser/use-clipboard.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { Icon } from '#ui/icon.tsx'
import { HISTORY_MESSAGES } from '../history-messages.ts'
import styles from './transaction-line.module.css'

/** The transaction of a bet: a link to the block explorer, or its hash to copy where there is none. */
export function TransactionLine({ hash, explorerUrl }: { hash: Hash; explorerUrl: string | null }) {
  const messages = useMessages(HISTORY_MESSAGES)
  const { state, copy } = useClipboard()
  if (explorerUrl !== null) {
    return (
      <a
        className={styles['action']}
        href={`${explorerUrl}/tx/${hash}`}
        target="_blank"
        rel="noreferrer"
      >
        {messages.transaction}
        <Icon name="out" size={12} />
      </a>
    )
  }
  return (
    <button type="button" className={styles['action']} title={hash} onClick={() => void copy(hash)}>
      {copyText(state, messages)} {state === 'ready' && formatAddress(hash)}
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={12} />
    </button>
  )
}

function copyText(state: ClipboardState, messages: MessagesOf<typeof HISTORY_MESSAGES>): string {
  return { ready: messages.copyTransaction, copied: messages.copied, failed: messages.copyFailed }[
    state
  ]
}
