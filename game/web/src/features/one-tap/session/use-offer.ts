import { SessionsResponse } from '@bullring/accounts-api/sessions/sessions-api'
import { EMBEDDED_CONNECTOR_ID } from '@bullring/wallet-kit/embedded-connector'
import { requestJson } from '@bullring/wire/http/request-json'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type Connector, useConfig, useConnection } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketKind } from '#api/market/market-rules.ts'
import { readCapabilities } from '#chain/contract/read-capabilities.ts'
import { oneTapKeys } from './one-tap-session.ts'

/** An account that can bet with one tap. */
export type OneTapOwner = {
  account: Address
  chainId: number
  connector: Connector
  servicesUrl: string
}

/** Returns the account of the embedded wallet on the chain of the game; null without one. */
export function useOwner(): OneTapOwner | null {
  const { chain, walletServicesUrl } = useAppConfig()
  const kind = useMarketKind()
  const { address, chainId, connector, status } = useConnection()
  if (status !== 'connected' || connector.id !== EMBEDDED_CONNECTOR_ID) return null
  // Its markets refuse contracts.
  if (chainId !== chain.id || walletServicesUrl === null || kind !== 'bullring') return null
  return { account: address, chainId, connector, servicesUrl: walletServicesUrl }
}

/** Whether the account is a smart account whose wallet grants permissions, and the service sends their calls; null until both have said so. */
export function useIsOffered(owner: OneTapOwner | null): boolean | null {
  const config = useConfig()
  const { projectId } = useAppConfig()
  const read = async ({ account, chainId, servicesUrl }: OneTapOwner, signal: AbortSignal) => {
    const capabilities = await readCapabilities(config, { account, chainId })
    if (!('permissions' in capabilities)) return false
    return await takesCalls({ account, servicesUrl, projectId }, signal)
  }
  const { data, isLoading } = useQuery({
    queryKey: oneTapKeys.offer(owner?.account ?? null, owner?.chainId ?? null),
    queryFn: owner === null ? skipToken : ({ signal }) => read(owner, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isLoading ? null : owner !== null && data === true
}

/** Asks the service whether it sends the calls of an account's sessions, at the operator's expense. */
export async function takesCalls(
  {
    account,
    servicesUrl,
    projectId,
  }: Pick<OneTapOwner, 'account' | 'servicesUrl'> & { projectId: string },
  signal: AbortSignal,
): Promise<boolean> {
  const url = `${servicesUrl}/v1/sessions/${account}?${new URLSearchParams({ projectId })}`
  return (await requestJson({ url, schema: SessionsResponse, signal })).takesCalls
}
