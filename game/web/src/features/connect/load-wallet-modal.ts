/** Loads the wallet modal with the view that connecting starts with. No page needs it before that. */
export async function loadWalletModal() {
  const [{ WalletModal, createGameKit, openAccount, openConnect }, { preloadView }] =
    await Promise.all([import('./wallet-modal.tsx'), import('@bullring/wallet-kit/preload-view')])
  await preloadView('Connect')
  return { WalletModal, createGameKit, openAccount, openConnect }
}
