import { reloadFailedStyles } from '#browser/failed-styles.ts'

/** The wallet modal, whose code nobody needs to read time and odds. */
export async function loadWalletModal() {
  await reloadFailedStyles()
  const { WalletModal } = await import('./wallet-modal.tsx')
  return WalletModal
}

/** The wallet modal with the view that connecting begins with. */
export async function loadConnectModal() {
  const [, { preloadView }] = await Promise.all([
    loadWalletModal(),
    import('@bullring/wallet-kit/preload-view'),
  ])
  preloadView('Connect')
}
