import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Network } from '#core/connect/connections.ts'
import { useBuy } from '#react/account/use-buy.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Icon, type IconName } from '#ui/image/icon.tsx'
import styles from './account-actions.module.css'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

type Action = { icon: IconName; title: string; open: () => void }

/** Buy, Swap, Receive and Send, in the app's order. */
export function AccountActions({ network }: { network: Network | null }) {
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const actions = useActions(network)
  if (actions.length === 0) return null
  return (
    <ul className={styles['actions']} aria-label={messages.actions}>
      {actions.map(({ icon, title, open }) => (
        <li key={title}>
          <button type="button" onClick={open}>
            <span className={styles['icon']}>
              <Icon name={icon} />
            </span>
            {title}
          </button>
        </li>
      ))}
    </ul>
  )
}

function useActions(network: Network | null): Action[] {
  const { options, router, events } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { send, receive, swaps } = options.features
  const hasServices = options.servicesUrl !== undefined
  const buy = useBuy()
  const actions: Partial<Record<(typeof options.walletFeaturesOrder)[number], Action>> = {}
  if (buy !== null) actions.onramp = { icon: 'card', title: messages.buy, open: buy }
  if (receive) {
    const open = () => router.push('WalletReceive')
    actions.receive = { icon: 'receive', title: messages.receive, open }
  }
  if (send && network !== null) {
    const open = () => {
      events.emit({ event: 'OPEN_SEND', properties: { network: toCaipNetworkId(network.id) } })
      router.push('WalletSend')
    }
    actions.send = { icon: 'send', title: messages.send, open }
  }
  if (swaps && hasServices && network !== null) {
    const open = () => {
      events.emit({ event: 'OPEN_SWAP', properties: { network: toCaipNetworkId(network.id) } })
      router.push('Swap')
    }
    actions.swaps = { icon: 'swap', title: messages.swap, open }
  }
  return options.walletFeaturesOrder.flatMap((feature) => actions[feature] ?? [])
}
