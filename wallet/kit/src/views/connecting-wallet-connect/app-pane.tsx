import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
import { PairingProblem } from './pairing-problem.tsx'
import { useHasJustReturned } from './use-has-just-returned.ts'
import { usePairing } from './use-pairing.ts'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'
import { type AppPlatform, walletLink } from './wallet-link.ts'

/** A pairing link that takes longer than this gets a message. */
const SLOW_MS = 3_000

/** Opens the wallet's app or page with the pairing link. A button opens it again. */
export function AppPane({ wallet, platform }: { wallet: CatalogueWallet; platform: AppPlatform }) {
  const { device } = useKit()
  const { client, remember } = useConnectDeps()
  const { pairing, restart } = usePairing()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const isSlow = useIsSlow(pairing.uri === null)
  const image = client?.imageOf(wallet) ?? null
  const link = pairing.uri === null ? null : walletLink(wallet, platform, pairing.uri, device())

  const open = useCallback(() => {
    if (link === null) return
    remember(platform === 'mobile' ? { href: link.base, name: wallet.name } : null)
    openLink(link.href, link.target)
  }, [link, platform, remember, wallet.name])
  useOpenOnce(platform === 'web' ? null : (link?.href ?? null), open)

  const hasReturned = useHasJustReturned(device().isIos)
  if ('message' in pairing && !hasReturned) {
    return <PairingProblem problem={pairing} name={wallet.name} image={image} onRetry={restart} />
  }
  if (pairing.uri !== null && link === null) {
    return <UnsafeLink name={wallet.name} image={image} uri={pairing.uri} />
  }
  const detail = platform === 'web' ? messages.newTab : messages.openApp
  return (
    <ConnectingPane
      name={wallet.name}
      image={image}
      isWaiting
      isFailed={false}
      title={hasReturned ? messages.connecting : fill(messages.continueIn, { name: wallet.name })}
      detail={isSlow ? messages.holdTight : detail}
    >
      <Button isDisabled={link === null} onClick={open}>
        {fill(messages.open, { name: wallet.name })}
      </Button>
      <CopyLinkButton uri={pairing.uri} />
    </ConnectingPane>
  )
}

type UnsafeLinkProps = { name: string; image: string | null; uri: string }

/** Shown for a wallet whose own link must not be opened: the pairing link can still be copied. */
function UnsafeLink({ name, image, uri }: UnsafeLinkProps) {
  const { events } = useKit()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  useEffect(() => {
    const message = 'The link of the wallet is not safe to open.'
    events.emit({ event: 'CONNECT_PROXY_ERROR', properties: { message, name } })
  }, [events, name])
  return (
    <ConnectingPane
      name={name}
      image={image}
      isWaiting={false}
      isFailed
      title={messages.failed}
      detail={fill(messages.unsafeLink, { name })}
    >
      <CopyLinkButton uri={uri} />
    </ConnectingPane>
  )
}

/** Opens each link once, as soon as it is available. */
function useOpenOnce(href: string | null, open: () => void): void {
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (href === null || opened.current === href) return
    opened.current = href
    open()
  }, [href, open])
}

/** Returns true once `isWaiting` has lasted for `SLOW_MS`. */
function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow && isWaiting
}
