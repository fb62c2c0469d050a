import { isSafeLink } from '#core/deep-links.ts'
import { browserStorage } from '#core/persistence.ts'
import { readApp } from '#core/wallet-app.ts'
import { fill } from '#core/words.ts'
import { TextLink } from '#ui/text-button.tsx'
import { useConnectionState, useKit, useWords } from './kit-context.ts'

const OPEN_WALLET_WORDS = { open: 'Open {name}' } as const

/**
 * Leads to the wallet's app, where a request waits: a phone does not always switch by itself. Nothing
 * where the wallet is in the browser or on another device.
 */
export function OpenWalletLink() {
  const { options, device } = useKit()
  const words = useWords('openWallet', OPEN_WALLET_WORDS)
  const { connector } = useConnectionState().connection
  if (connector?.type !== 'WALLET_CONNECT' || !device().isMobile) return null
  const app = readApp(options.storage ?? browserStorage())
  if (app === null || !isSafeLink(app.href)) return null
  return (
    <TextLink href={app.href} target="_self">
      {fill(words.open, { name: app.name })}
    </TextLink>
  )
}
