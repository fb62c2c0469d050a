import { useState } from 'react'
import { formatUnits } from 'viem/utils'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import { getBlockhash } from '#core/solana/solana-requests.ts'
import { type SolanaDraft, solanaReceiver } from '#core/solana/solana-send-rules.ts'
import { buildTransfer, SOL_DECIMALS } from '#core/solana/solana-transfer.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { useSolanaChain } from '#react/network/use-solana-chain.ts'
import { SOLANA_MESSAGES } from './solana-messages.ts'
import { SOLANA_BALANCE_KEY } from './use-solana-account.ts'

/** Sends a transfer through the embedded wallet, which shows it to the user first. */
export function useSolanaSend(own: string) {
  const kit = useKit()
  const { service } = useAccountDeps()
  const chainId = useSolanaChain()
  const messages = useMessages('solana', SOLANA_MESSAGES)
  const [isSending, setIsSending] = useState(false)

  async function send(draft: SolanaDraft): Promise<void> {
    const lamports = parseAmount(draft.amount, SOL_DECIMALS)
    if (service === null || !chainId || lamports === null) return
    const properties = {
      network: chainId,
      token: 'SOL',
      amount: formatUnits(lamports, SOL_DECIMALS),
    }
    setIsSending(true)
    kit.events.emit({ event: 'SEND_INITIATED', properties })
    try {
      const wallet = await loadEmbeddedWallet(kit)
      const blockhash = await getBlockhash(service, chainId)
      const to = solanaReceiver(draft.receiver)
      await wallet.sendSolana(chainId, buildTransfer({ from: own, to, lamports, blockhash }))
      kit.events.emit({ event: 'SEND_SUCCESS', properties })
      if (kit.router.current().view === 'SolanaSend') kit.router.reset('SolanaAccount')
      kit.toasts.show('success', messages.sent)
      void kit.queryClient.invalidateQueries({ queryKey: SOLANA_BALANCE_KEY })
    } catch (error) {
      const isDeclined = classifyFailure(error).kind === 'rejected'
      const message = isDeclined ? messages.declined : messages.sendFailed
      kit.events.emit({ event: 'SEND_ERROR', properties: { ...properties, message } })
      kit.toasts.show('error', message)
    } finally {
      setIsSending(false)
    }
  }

  return { isSending, send: (draft: SolanaDraft) => void send(draft) }
}
