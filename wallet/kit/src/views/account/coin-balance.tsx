import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { coinBalanceQuery } from '#core/account/account-queries.ts'
import { amountText } from '#core/account/amount/amount-text.ts'
import type { Network } from '#core/connect/connections.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account.module.css'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Decimals of the balance, rounded down (R-ACCOUNT-6). */
const PLACES = 3

/** The network's own coins of an account, read from the chain. */
export function CoinBalance({ address, network }: { address: Address; network: Network }) {
  const { queryClient } = useKit()
  const { chain } = useAccountDeps()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { data, error, refetch } = useQuery(
    coinBalanceQuery(chain, { account: address, chainId: network.id }),
    queryClient,
  )
  const { symbol, decimals } = network.nativeCurrency
  if (error !== null) {
    return (
      <p className={styles['balance']} role="status">
        {messages.balanceUnavailable}{' '}
        <TextButton icon="refresh" onClick={() => void refetch()}>
          {messages.tryAgain}
        </TextButton>
      </p>
    )
  }
  return (
    <p className={styles['balance']}>
      <VisuallyHidden>{messages.balance}: </VisuallyHidden>
      {data === undefined ? (
        <Skeleton width="90px" height="20px" />
      ) : (
        `${amountText(data, decimals, PLACES)} ${symbol}`
      )}
    </p>
  )
}
