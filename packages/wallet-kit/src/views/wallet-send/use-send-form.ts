import { useEffect } from 'react'
import { type Asset, isSameAsset } from '#core/account/asset.ts'
import type { SendForm, SendFormState } from '#core/account/send-form.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useStore } from '#react/kit-context.ts'
import { useAccount } from '#react/use-account.ts'

/**
 * The form of the connected account on its network: another account or network starts a new one
 * (spec, section 4).
 *
 * @param assets - What there is to send; null while unknown.
 */
export function useSendForm(assets: readonly Asset[] | null): SendFormState {
  const { sendForm } = useAccountParts()
  const account = useAccount()
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

/** Takes over the latest balance; chooses the coin where there is nothing else to choose. */
function refreshAsset(sendForm: SendForm, assets: readonly Asset[]): void {
  const { asset } = sendForm.getState()
  const [only, second] = assets
  if (asset === null) {
    if (only !== undefined && second === undefined) sendForm.setState({ asset: only })
    return
  }
  sendForm.setState({ asset: assets.find((one) => isSameAsset(one, asset)) ?? null })
}
