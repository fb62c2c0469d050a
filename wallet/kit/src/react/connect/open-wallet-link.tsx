import { fill } from '@bullring/wire/text/fill'
import { isSafeLink } from '#core/connect/deep-links.ts'
import { browserStorage } from '#core/persistence.ts'
import { readApp } from '#core/wallets/wallet-app.ts'
import { TextLink } from '#ui/button/text-button.tsx'
import { useConnectionState, useKit, useMessages } from '../kit-context.ts'
import { OPEN_WALLET_MESSAGES } from './open-wallet-messages.ts'

/**
 * Links to the wallet's app, where a request is waiting: a phone does not always switch by itself. Renders
 * nothing if the wallet is in the browser or on another device.
 */
export function OpenWalletLink() {
  const { options, device } = useKit()
  const messages = useMessages('openWallet', OPEN_WALLET_MESSAGES)
  const { connector } = useConnectionState().connection
  if (connector?.type !== 'WALLET_CONNECT' || !device().isMobile) return null
  const app = readApp(options.storage ?? browserStorage())
  if (app === null || !isSafeLink(app.href)) return null
  return (
    <TextLink href={app.href} target="_self">
      {fill(messages.open, { name: app.name })}
    </TextLink>
  )
}
