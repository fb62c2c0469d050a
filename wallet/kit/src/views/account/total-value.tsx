import { totalValueText } from '#core/account/amount/total-value.ts'
import { useAssets } from '#react/account/use-assets.ts'
import { useMessages } from '#react/kit-context.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account.module.css'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Value of the account's coin and tokens in US dollars; nothing without a price. */
export function TotalValue() {
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { data } = useAssets()
  const total = totalValueText(data?.assets ?? [])
  if (total === null) return null
  return (
    <p className={styles['total']}>
      <VisuallyHidden>{messages.total}: </VisuallyHidden>
      {total}
    </p>
  )
}
