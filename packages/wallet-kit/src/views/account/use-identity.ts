import type { Identity } from '@bullring/wire/blockchain-api/identity'
import { useCallback } from 'react'
import { ownPicture } from '#core/account/own-picture.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useKit } from '#react/kit-context.ts'
import type { Account } from '#react/use-account.ts'
import { useLoad } from '#react/use-load.ts'

const NOBODY: Identity = { name: null, avatar: null }

/** Name and picture of an account. A failed look-up means neither: the address is always there. */
export function useIdentity({ address, network }: Account): Identity {
  const { api } = useAccountParts()
  const { servicesUrl } = useKit().options
  const load = useCallback(() => {
    const isKnown = api !== null && network !== null && !network.isTestnet
    return isKnown ? api.getIdentity(address, network.id) : Promise.resolve(NOBODY)
  }, [api, address, network])
  const { name, avatar } = useLoad(load).value ?? NOBODY
  return { name: name === '' ? null : name, avatar: ownPicture(avatar, servicesUrl) }
}
