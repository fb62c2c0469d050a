import { embeddedConnectorOf } from '@bullring/wallet-kit/embedded-connector'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type Address, getAddress } from 'viem'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { oneTapKeys } from '../session/one-tap-session.ts'
import { type OneTapOwner, takesCalls } from '../session/use-offer.ts'

/** Returns the smart account that a player with the account of the key could use; null for others, and until it is known. */
export function useMoveTarget(owner: OneTapOwner | null): Address | null {
  const config = useConfig()
  const { projectId } = useAppConfig()
  const read = async ({ account, chainId, servicesUrl }: OneTapOwner, signal: AbortSignal) => {
    const user = await (await embeddedConnectorOf(config)?.loadWallet())?.getUser(chainId)
    // The first one is the account in use.
    const [used, other] = user?.accounts ?? []
    if (used?.type !== 'eoa' || other?.type !== 'smartAccount') return null
    if (getAddress(used.address) !== account) return null
    const smart = getAddress(other.address)
    return (await takesCalls({ account: smart, servicesUrl, projectId }, signal)) ? smart : null
  }
  const { data } = useQuery({
    queryKey: oneTapKeys.moveTarget(owner?.account ?? null, owner?.chainId ?? null),
    queryFn: owner === null ? skipToken : ({ signal }) => read(owner, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
