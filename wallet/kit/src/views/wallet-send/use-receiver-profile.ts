import { useEffect } from 'react'
import { zeroAddress } from 'viem'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'

/** Keeps the receiver's name and picture in sync with the form's address (R-SEND-3). */
export function useReceiverProfile({ address }: SendFormState, { network }: KitAccount): void {
  const { sendForm } = useAccountDeps()
  const { name, avatar } = useIdentity(
    address === null ? { address: zeroAddress, network: null } : { address, network },
  )
  useEffect(
    () => sendForm.setState({ receiverName: name, receiverImage: avatar }),
    [sendForm, name, avatar],
  )
}
