import { useState } from 'react'
import { parseAmount } from '#core/account/typed-amount.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import { getBlockhash } from '#core/solana/solana-requests.ts'
import type { SolanaDraft } from '#core/solana/solana-send-rules.ts'
import { buildTransfer, SOL_DECIMALS } from '#core/solana/solana-transfer.ts'
import { useAccountDeps } from '#react/account-deps.ts'
import { loadEmbeddedWallet } from '#react/embedded-wallet.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useSolanaChain } from '#react/use-solana-chain.ts'
import { SOLANA_MESSAGES } from './solana-messages.ts'
import { SOLANA_BALANCE_KEY } from './use-solana-account.ts'

/** Sends a transfer through the embedded wallet, which shows it to the user first. */
export function useSolanaSend(own: string) {
  const kit = useKit()
  const { service } = useAccountDeps()
  const chainId = useSolanaChain()
  const messages = useMessages('solana', SOLANA_MESSAGES)
  const [isSending, setIsSending] = useState(false)

  async function send({ amount, receiver }: SolanaDraft): Promise<void> {
    const lamports = parseAmount(amount, SOL_DECIMALS)
    if (service === null || !chainId || lamports === null) return
    const wallet = await loadEmbeddedWallet(kit)
    const blockhash = await getBlockhash(service, chainId)
    const to = receiver.trim()
    await wallet.sendSolana(chainId, buildTransfer({ from: own, to, lamports, blockhash }))
    if (kit.router.current().view === 'SolanaSend') kit.router.reset('SolanaAccount')
    kit.toasts.show('success', messages.sent)
    void kit.queryClient.invalidateQueries({ queryKey: SOLANA_BALANCE_KEY })
  }

  return {
    isSending,
    send: (draft: SolanaDraft) => {
      setIsSending(true)
      send(draft)
        .catch((error: unknown) => {
          const isDeclined = classifyFailure(error).kind === 'rejected'
          kit.toasts.show('error', isDeclined ? messages.declined : messages.sendFailed)
        })
        .finally(() => setIsSending(false))
    },
  }
}
