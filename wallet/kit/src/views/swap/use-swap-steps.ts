import { fill } from '@bullring/wire/text/fill'
import { useRef, useState } from 'react'
import type { Address } from 'viem'
import type { WalletService } from '#core/service/wallet-service.ts'
import { checkApproval, checkSwap, type ShownSwap } from '#core/swap/check-transaction.ts'
import { minimumOf } from '#core/swap/slippage.ts'
import { swapFailureOf } from '#core/swap/swap-failure.ts'
import { QUOTE_LIFETIME_MS } from '#core/swap/swap-queries.ts'
import { buildApproval, buildSwap, type Quote, type SwapPair } from '#core/swap/swap-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SWAP_MESSAGES } from './swap-messages.ts'
import { useExchange, useNeedsApproval } from './use-exchange.ts'
import { swapProperties, useSwapResult } from './use-swap-result.ts'

/** PancakeSwap V2, by chain: what a swap on a public chain may call unless the app names others. */
const KNOWN_ROUTERS: Readonly<Record<number, readonly Address[]>> = {
  56: ['0x10ED43C718714eb63d5aA57B78B54704E256024E'],
  97: ['0xD99D1c33F9fC3444f8101754aBC46c52416550D1'],
}

type SwapStep = 'ready' | 'approving' | 'approvalPending' | 'confirming'

type SwapStepsDeps = {
  pair: SwapPair
  service: WalletService
  quote: Quote | null
  refetchQuote: () => Promise<unknown>
}

/** The steps of a swap: approval, where one is needed, then the swap. Each is sent once. */
export function useSwapSteps({ pair, service, quote, refetchQuote }: SwapStepsDeps) {
  const { router, toasts } = useKit()
  const { chain, swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const reportResult = useSwapResult(pair)
  const { step, setStep, once } = useOneAtATime(pair, quote)
  const shown = useShownSwap(pair, quote)
  const approval = useNeedsApproval(pair, service)
  const { needsApproval } = approval
  const next = useExchange({ shown, quote, needsApproval }, service)
  const { exchange } = next
  const { account, from } = pair
  const { chainId } = from

  const approve = async () => {
    if (shown === null || exchange === null) return
    const built = await buildApproval(service, pair)
    checkApproval(built, { ...shown, routers: [exchange] })
    const hash = await chain.sendCall({ ...built, chainId, from: account })
    setStep('approvalPending')
    if (!(await chain.isMined(hash, chainId))) throw new Error('The approval was reverted')
    await Promise.all([approval.refetch(), refetchQuote()])
  }
  const swap = async () => {
    if (shown === null || quote === null || exchange === null) return
    if (Date.now() - quote.receivedAt > QUOTE_LIFETIME_MS) {
      toasts.show('error', messages.outdated)
      await refetchQuote()
      return
    }
    const built = await buildSwap(service, pair, quote)
    checkSwap(built, shown, exchange)
    const hash = await chain.sendCall({ ...built, chainId, from: account })
    if (router.current().view === 'SwapPreview') router.reset('Account')
    swapForm.reset()
    void reportResult(hash, quote)
  }
  return {
    step,
    needsApproval,
    exchange,
    error: approval.error ?? next.error,
    retry: () => void Promise.all([approval.refetch(), refetchQuote(), next.refetch()]),
    approve: () => void once('approving', approve),
    swap: () => void once('confirming', swap),
  }
}

/** Returns the swap as shown to the visitor, with the contracts that may be called; null without a quote. */
function useShownSwap(pair: SwapPair, quote: Quote | null): ShownSwap | null {
  const { swapRouters } = useKit().options
  if (quote === null) return null
  const { chainId } = pair.from
  const routers = swapRouters[chainId] ?? KNOWN_ROUTERS[chainId] ?? []
  return { ...pair, minimum: minimumOf(quote.toAmount), routers }
}

/** Runs one step at a time, however often its button is clicked, and reports its failure. */
function useOneAtATime(pair: SwapPair, quote: Quote | null) {
  const { events, toasts } = useKit()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const [step, setStep] = useState<SwapStep>('ready')
  const isRunning = useRef(false)
  const once = async (first: 'approving' | 'confirming', run: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setStep(first)
    try {
      await run()
    } catch (error) {
      const message = fill(messages[swapFailureOf(error)], { symbol: pair.from.symbol })
      const event = first === 'approving' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR'
      events.emit({ event, properties: { ...swapProperties(pair, quote), message } })
      toasts.show('error', message)
    } finally {
      isRunning.current = false
      setStep('ready')
    }
  }
  return { step, setStep, once }
}
