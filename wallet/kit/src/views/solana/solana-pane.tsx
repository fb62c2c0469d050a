import type { ReactNode } from 'react'
import { useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './solana.module.css'
import { SOLANA_MESSAGES } from './solana-messages.ts'
import type { useSolanaAccount } from './use-solana-account.ts'

type SolanaPaneProps = {
  account: ReturnType<typeof useSolanaAccount>
  children: (address: string) => ReactNode
}

/** Shows a view of the Solana account once its address is known. */
export function SolanaPane({
  account: { chainId, address, isFailed, retry },
  children,
}: SolanaPaneProps) {
  const messages = useMessages('solana', SOLANA_MESSAGES)
  if (chainId === null) {
    return (
      <p className={styles['problem']} role="alert">
        {messages.notConfigured}
      </p>
    )
  }
  if (isFailed && address === null) {
    return (
      <div className={styles['problem']}>
        <p role="alert">{messages.failed}</p>
        <RetryButton label={messages.retry} onClick={() => void retry()} />
      </div>
    )
  }
  if (address === null) {
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton width="160px" height="24px" />
        <Skeleton width="100%" height="64px" />
      </div>
    )
  }
  return children(address)
}
