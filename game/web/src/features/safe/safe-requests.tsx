import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { QueuedRequest } from '#chain/safe/safe-queue.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { SAFE_MESSAGES } from './safe-messages.ts'
import styles from './safe-requests.module.css'

type SafeRequestsProps = { requests: readonly QueuedRequest[]; onDismiss: (id: string) => void }

/** Requests that wait for the owners of the Safe, and those that came to nothing because they took too long. */
export function SafeRequests({ requests, onDismiss }: SafeRequestsProps) {
  const messages = useMessages(SAFE_MESSAGES)
  const nameOf = useRequestName()
  return (
    <div role="status">
      <ul className={styles['requests']}>
        {requests.map((request) => (
          <li key={request.id} className={styles[request.state]}>
            <p>
              <b>{nameOf(request)}</b>
              {messages[request.state]}
              {request.awaited.kind === 'bet' && request.state !== 'late' && (
                <> {messages.beforeLock}</>
              )}
            </p>
            <Button size="small" tone="quiet" onClick={() => onDismiss(request.id)}>
              {messages.dismiss}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function useRequestName() {
  const messages = useMessages(SAFE_MESSAGES)
  const { markets } = useAppConfig()
  const shown = useMarketSymbol()
  return ({ awaited }: QueuedRequest): string => {
    if (awaited.kind === 'claim') {
      return messages.claim({ count: awaited.parts.flatMap(({ epochs }) => epochs).length })
    }
    const { prediction, bet } = awaited
    const { position, amount, epoch } = bet
    const text = messages.bet({ position, amount: formatBnb(amount), epoch: `${epoch}` })
    const isShown = markets[shown]?.prediction === prediction
    const symbol = Object.keys(markets).find((one) => markets[one]?.prediction === prediction)
    return isShown ? text : `${symbol}, ${text}`
  }
}
