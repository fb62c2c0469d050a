import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { loadFailure } from '#chain/contract/load-failure.ts'
import type { Market } from '#chain/contract/market.ts'
import type { OwnerAction } from '#chain/contract/owner-actions.ts'
import { formatBalance } from '#format/format.ts'

const loadActions = () => import('#chain/contract/owner-actions.ts')

/** A change that was simulated, and waits for the owner's signature. */
type Prepared = { action: OwnerAction; gasText: string }

/** Outcome of the last change. */
export type ActionResult = { isDone: boolean; text: string }

/**
 * Prepares changes of a market for the connected account: each is simulated before it can be signed.
 *
 * @param onDone - Called when one is mined.
 */
export function useOwnerAction(market: Market, account: Address | null, onDone: () => void) {
  const config = useConfig()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [result, setResult] = useState<ActionResult | null>(null)
  const fail = async (error: unknown) => {
    const { kind, message, revert } = await loadFailure(error)
    const reason = revert?.reason || message || kind
    const text = kind === 'rejected' ? 'Not signed: cancelled in the wallet.' : `Failed: ${reason}`
    setResult({ isDone: false, text })
  }
  const prepare = useMutation({
    mutationFn: async (action: OwnerAction) => {
      if (account === null) return
      setResult(null)
      const { simulateOwnerAction } = await loadActions()
      const { gasCost } = await simulateOwnerAction(config, market, { account, action })
      setPrepared({ action, gasText: formatBalance(gasCost) })
    },
    onError: fail,
  })
  const send = useMutation({
    mutationFn: async ({ action }: Prepared) => {
      if (account === null) return
      const { sendOwnerAction } = await loadActions()
      await sendOwnerAction(config, market, { account, action })
      setPrepared(null)
      setResult({ isDone: true, text: 'Done: the transaction is mined.' })
      onDone()
    },
    onError: fail,
  })
  return {
    prepared,
    result,
    isPreparing: prepare.isPending,
    isSending: send.isPending,
    prepare: (action: OwnerAction) => prepare.mutate(action),
    sign: () => prepared && send.mutate(prepared),
    cancel: () => setPrepared(null),
  }
}
