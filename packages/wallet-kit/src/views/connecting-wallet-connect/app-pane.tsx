import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { useCallback, useEffect, useRef, useState } from 'react'
import { appLink, isSafeLink, linkTarget, webLink } from '#core/connect/deep-links.ts'
import type { Device } from '#core/device.ts'
import { fill } from '#core/messages.ts'
import { useConnectParts } from '#react/connect-parts.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { openLink } from '#ui/open-link.ts'
import { CopyLinkButton } from './copy-link-button.tsx'
import { PairingProblem } from './pairing-problem.tsx'
import { usePairing } from './use-pairing.ts'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** A pairing link that takes longer than this gets a message. */
const SLOW_MS = 3_000

/** Failures are not shown this long after a visitor returns from the app; see `useHasJustReturned`. */
const RETURN_MS = 5_000

type AppPlatform = 'mobile' | 'web' | 'desktop'

/** Opens the wallet's app or page with the pairing link; a button opens it again. */
export function AppPane({ wallet, platform }: { wallet: CatalogueWallet; platform: AppPlatform }) {
  const { device } = useKit()
  const { client, remember } = useConnectParts()
  const { pairing, restart } = usePairing()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const isSlow = useIsSlow(pairing.uri === null)
  const image = client?.imageOf(wallet) ?? null
  const link = pairing.uri === null ? null : linkOf(wallet, platform, pairing.uri, device())

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

/**
 * Returns true for `RETURN_MS` after the visitor returns from the app. iOS closes the page's
 * connections in the background, which looks like a failure until the reply arrives over a new one.
 */
function useHasJustReturned(isIos: boolean): boolean {
  const [hasReturned, setHasReturned] = useState(false)
  useEffect(() => {
    if (!isIos) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onVisibility = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      setHasReturned(true)
      timer = setTimeout(() => setHasReturned(false), RETURN_MS)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [isIos])
  return hasReturned
}

type Link = { href: string; target: string; base: string }

/** Returns null if the wallet has no safe link for the platform. */
function linkOf(wallet: CatalogueWallet, platform: AppPlatform, uri: string, device: Device) {
  const base = {
    mobile: wallet.mobile_link,
    desktop: wallet.desktop_link,
    web: wallet.webapp_link,
  }[platform]
  if (!base || !isSafeLink(base)) return null
  if (platform === 'web') return { href: webLink(base, uri), target: '_blank', base } satisfies Link
  const isFramed = window.self !== window.top
  const target =
    platform === 'desktop' ? '_blank' : linkTarget({ isTelegram: device.isTelegram, isFramed })
  return { href: appLink(base, uri, device), target, base } satisfies Link
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
