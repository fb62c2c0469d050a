import type { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import { useQuery } from '@tanstack/react-query'
import { identityQuery, NO_IDENTITY } from '#core/account/account-queries.ts'
import { trustedImage } from '#core/account/trusted-image.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useKit } from '#react/kit-context.ts'

/** Returns name and avatar of an account; neither while loading, after a failure and on a testnet. */
export function useIdentity({ address, network }: KitAccount): Identity {
  const { service } = useAccountDeps()
  const { options, queryClient } = useKit()
  const { data } = useQuery(
    service === null || network === null || network.isTestnet
      ? { queryKey: ['identity', null], queryFn: () => NO_IDENTITY }
      : identityQuery(service, { account: address, chainId: network.id }),
    queryClient,
  )
  const { name, avatar } = data ?? NO_IDENTITY
  return { name: name === '' ? null : name, avatar: trustedImage(avatar, options.servicesUrl) }
}
