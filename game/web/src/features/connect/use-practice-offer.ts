import { useAppConfig } from '#api/market/app-config.ts'
import { useWallet } from '#chain/wallet/use-wallet.ts'

/** Whether a visitor may practise: without a wallet, where money is real. Elsewhere, a faucet gives play money. */
export function usePracticeOffer(): boolean {
  const { features } = useAppConfig()
  return useWallet().kind === 'disconnected' && !features.faucet
}
