/**
 * The wallet modal, as `lazy` wants it, with the view it opens with: nobody needs its code to read time
 * and odds.
 */
export async function loadWalletModal() {
  const [{ WalletModal }, { preloadView }] = await Promise.all([
    import('./wallet-modal.tsx'),
    import('@bullring/wallet-kit/shell/view-registry'),
  ])
  preloadView('Connect')
  return { default: WalletModal }
}
