import type { Identity } from '@bullring/wire/blockchain-api/identity'
import { useCallback } from 'react'
import { ownPicture } from '#core/own-picture.ts'
import { useAccountParts } from '../../account-parts.ts'
import { useKit } from '../../kit-context.ts'
import type { Account } from '../../use-account.ts'
import { useLoad } from '../../use-load.ts'

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
