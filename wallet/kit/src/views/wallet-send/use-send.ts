import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { useState } from 'react'
import type { Hex } from 'viem'
import { formatUnits } from 'viem/utils'
import { HOLDINGS_KEY } from '#core/account/account-queries.ts'
import { checkDecimals } from '#core/account/send/check-decimals.ts'
import { sendFailureOf } from '#core/account/send/send-failure.ts'
import { sentTransaction } from '#core/account/send/sent-transaction.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SEND_MESSAGES } from './send-messages.ts'
import type { ReviewedTransfer } from './use-reviewed-transfer.ts'

/** Asks the wallet to send a transfer and reports the result. Don't call `send` while `isSending`. */
export function useSend(transfer: ReviewedTransfer): { isSending: boolean; send: () => void } {
  const { events, queryClient, router, toasts } = useKit()
  const { chain, pending, sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const [isSending, setIsSending] = useState(false)
  const { asset, amount } = transfer
  const properties = {
    network: toCaipNetworkId(asset.chainId),
    token: asset.symbol,
    amount: formatUnits(amount, asset.decimals),
  }

  const reportResult = async (hash: Hex) => {
    const { from, to } = transfer
    const transfers = [{ asset, amount, direction: 'out' }] as const
    const transaction = sentTransaction({ hash, operationType: 'send', from, to, transfers })
    const hasSucceeded = await pending.track(hash, asset.chainId, transaction)
    if (!hasSucceeded) toasts.show('error', messages.failedLater)
    await queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY })
  }
  const send = async () => {
    setIsSending(true)
    events.emit({ event: 'SEND_INITIATED', properties })
    try {
      await checkDecimals(chain, asset)
      const hash = await chain.send(transfer)
      events.emit({ event: 'SEND_SUCCESS', properties })
      if (router.current().view === 'WalletSendPreview') router.reset('Account')
      sendForm.reset()
      toasts.show('success', messages.started)
      void reportResult(hash)
    } catch (error) {
      const message = messages[sendFailureOf(error)]
      events.emit({ event: 'SEND_ERROR', properties: { ...properties, message } })
      toasts.show('error', message)
    } finally {
      setIsSending(false)
    }
  }
  return { isSending, send: () => void send() }
}
