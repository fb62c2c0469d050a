import { useEffect } from 'react'
import { type Asset, isSameAsset } from '#core/account/asset.ts'
import type { SendForm, SendFormState } from '#core/account/send/send-form.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useStore } from '#react/kit-context.ts'

/**
 * Returns the send form and resets it when account or network change (R-NETWORK-4).
 *
 * @param assets - Assets that the account can send; null while unknown.
 */
export function useSendForm(assets: readonly Asset[] | null): SendFormState {
  const { sendForm } = useAccountDeps()
  const account = useKitAccount()
  const owner = `${account?.network?.id}:${account?.address}`
  const form = useStore(sendForm, (state) => state)

  useEffect(() => {
    if (form.owner === owner) return
    sendForm.reset()
    sendForm.setState({ owner })
  }, [form.owner, owner, sendForm])
  useEffect(() => {
    if (assets !== null && form.owner === owner) refreshAsset(sendForm, assets)
  }, [assets, form.owner, owner, sendForm])
  return form
}

/** Updates the selected asset's balance. Selects the asset if there is only one. */
function refreshAsset(sendForm: SendForm, assets: readonly Asset[]): void {
  const { asset } = sendForm.getState()
  const [only, second] = assets
  if (asset === null) {
    if (only !== undefined && second === undefined) sendForm.setState({ asset: only })
    return
  }
  sendForm.setState({ asset: assets.find((latest) => isSameAsset(latest, asset)) ?? null })
}
