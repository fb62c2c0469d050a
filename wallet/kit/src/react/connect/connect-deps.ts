import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { createPairing, type Pairing } from '#core/connect/pairing.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import { isSignInEnabled } from '#core/options.ts'
import { browserStorage } from '#core/persistence.ts'
import { createRecentWallets, type RecentWallets } from '#core/wallets/recent-wallets.ts'
import { rememberApp, type WalletApp } from '#core/wallets/wallet-app.ts'
import {
  createWalletCatalogueClient,
  type WalletCatalogueClient,
} from '#core/wallets/wallet-catalogue-client.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit } from '../kit-context.ts'

/** Dependencies of the views that connect; loaded with them, not with the page. */
export type ConnectDeps = {
  client: WalletCatalogueClient | null
  recentWallets: RecentWallets
  pairing: Pairing
  /** Stores the wallet that is being connected, for events and recent wallets. */
  choose: (wallet: CatalogueWallet | null, method: 'qrcode' | 'mobile') => void
  /** Stores the app in which a pairing link was opened, for later requests; null for none. */
  remember: (app: WalletApp | null) => void
}

/** One per kit, created lazily. */
const depsOfKit = new WeakMap<WalletKit, ConnectDeps>()

export function useConnectDeps(): ConnectDeps {
  const kit = useKit()
  const known = depsOfKit.get(kit)
  if (known !== undefined) return known
  const deps = createConnectDeps(kit)
  stopOnClose(deps.pairing, kit)
  depsOfKit.set(kit, deps)
  return deps
}

function createConnectDeps(kit: WalletKit): ConnectDeps {
  const { options, connections, events, alerts, persistence } = kit
  const chains = connections.getState().networks.map(({ id }) => toCaipNetworkId(id))
  const { catalogueUrl: baseUrl, projectId } = options
  const client =
    baseUrl === undefined
      ? null
      : createWalletCatalogueClient({ baseUrl, projectId, chains, onRefused: alerts.showFor })
  const recentWallets = createRecentWallets(persistence)
  let openedApp: WalletApp | null = null
  let chosen: { wallet: CatalogueWallet | null; method: 'qrcode' | 'mobile' } | null = null
  return {
    client,
    recentWallets,
    choose: (wallet, method) => {
      chosen = { wallet, method }
      // An app that was opened before has not scanned this code.
      if (method === 'qrcode') openedApp = null
    },
    remember: (app) => {
      openedApp = app
    },
    pairing: createPairing({
      connect: async (onUri) => {
        const signIn = await startSignIn(kit)
        const pairing = { onUri, onRelayError: alerts.showFor, signIn }
        await connections.connect(walletConnectUid(kit), pairing)
      },
      onConnected: () => {
        rememberApp(options.storage ?? browserStorage(), openedApp)
        if (chosen?.wallet) recentWallets.add(chosen.wallet)
        const name = chosen?.wallet?.name ?? 'WalletConnect'
        const method = chosen?.method ?? 'qrcode'
        events.emit({ event: 'CONNECT_SUCCESS', properties: { method, name } })
      },
      onError: (error) => {
        const { message } = classifyFailure(error)
        events.emit({ event: 'CONNECT_ERROR', properties: { message } })
        alerts.showFor(error)
      },
    }),
  }
}

/**
 * Drops the link when the modal closes: a wallet may have scanned it, and most wallets scan no link twice. On Telegram
 * and iOS Safari the next opening reuses it (R-PAIRING-2).
 */
function stopOnClose(pairing: Pairing, { modal, device }: WalletKit): void {
  let { isOpen: wasOpen } = modal.getState()
  modal.subscribe(() => {
    const { isOpen } = modal.getState()
    const { isTelegram, isIos, isSafari } = device()
    if (wasOpen && !isOpen && !isTelegram && !(isIos && isSafari)) pairing.stop()
    wasOpen = isOpen
  })
}

/** Starts a sign-in for the wallet that will connect, where the app has sign-in. */
async function startSignIn(kit: WalletKit) {
  if (!isSignInEnabled(kit.options)) return undefined
  const { signInOf } = await import('./sign-in-of-kit.ts')
  return await signInOf(kit)?.startWithConnection()
}

/** @throws when the app has no WalletConnect connector. */
function walletConnectUid({ connections }: WalletKit): string {
  const { connectors } = connections.getState()
  const connector = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  if (connector === undefined) throw new Error('This app does not offer WalletConnect.')
  return connector.uid
}
