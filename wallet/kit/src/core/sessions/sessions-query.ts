import { SessionsResponse, type SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import type { Address } from 'viem'
import type { KitQuery } from '#core/service/kit-query.ts'
import { SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'

/** Loads the sessions of keys of an account, newest first. */
export function sessionsQuery(
  service: WalletService,
  account: Address,
): KitQuery<readonly SmartSession[]> {
  return {
    queryKey: ['sessions', account],
    queryFn: async ({ signal }) => {
      const url = service.urlOf(`v1/sessions/${account}`, SDK_QUERY)
      return (await service.request({ url, schema: SessionsResponse, signal })).pcis
    },
  }
}
