import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Asset } from '#core/account/asset.ts'
import { swapIdOf } from '#core/swap/native-token.ts'
import type { SwapFormState } from '#core/swap/swap-form.ts'
import { priceQuery } from '#core/swap/swap-queries.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useStore } from '#react/kit-context.ts'

export type SwapSides = { form: SwapFormState; from: Asset | null; to: Asset | null }

/** Returns the swap form with its two tokens, and resets it when account or network change. */
export function useSwapForm(assets: readonly Asset[] | null): SwapSides {
  const { swapForm } = useAccountDeps()
  const account = useKitAccount()
  const owner = `${account?.network?.id}:${account?.address}`
  const form = useStore(swapForm, (state) => state)
  useEffect(() => {
    if (form.owner === owner) return
    swapForm.reset()
    swapForm.setState({ owner })
  }, [form.owner, owner, swapForm])
  const find = (id: string | null) => assets?.find((asset) => swapIdOf(asset) === id) ?? null
  return { form, from: usePriced(find(form.from)), to: usePriced(find(form.to)) }
}

/** Adds the price of a token that the account does not hold. */
function usePriced(asset: Asset | null): Asset | null {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const { data = null } = useQuery(
    asset === null || asset.price !== null || service === null
      ? { queryKey: ['price', null], queryFn: () => null }
      : priceQuery(service, asset),
    queryClient,
  )
  return asset === null || asset.price !== null ? asset : { ...asset, price: data }
}
