import { useCallback, useEffect } from 'react'
import type { Address } from 'viem'
import { amountText } from '#core/account/amount-text.ts'
import type { Network } from '#core/connect/connections.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useMessages } from '#react/kit-context.ts'
import { useLoad } from '#react/use-load.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account.module.css'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Reference: the balance has three decimals, cut. */
const PLACES = 3

/** The network's own coins of an account, read from the chain. */
export function CoinBalance({ address, network }: { address: Address; network: Network }) {
  const { chain, movements } = useAccountParts()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const load = useCallback(
    () => chain.getCoinBalance(address, network.id),
    [chain, address, network.id],
  )
  const { value, error, reload } = useLoad(load)
  useEffect(() => movements.subscribe(reload), [movements, reload])
  const { symbol, decimals } = network.nativeCurrency
  if (error !== null) {
    return (
      <p className={styles['balance']} role="status">
        {messages.balanceUnavailable}{' '}
        <TextButton icon="refresh" onClick={reload}>
          {messages.tryAgain}
        </TextButton>
      </p>
    )
  }
  return (
    <p className={styles['balance']}>
      <VisuallyHidden>{messages.balance}: </VisuallyHidden>
      {value === null ? (
        <Skeleton width="90px" height="20px" />
      ) : (
        `${amountText(value, decimals, PLACES)} ${symbol}`
      )}
    </p>
  )
}
