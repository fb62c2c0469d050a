import type { NameResolver } from '#core/account/name-resolver.ts'
import { isNotOffered } from '#core/service/refusal.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { findName } from './name-requests.ts'

/** Looks a name up in the wallet service first, then elsewhere, such as ENS. */
export function withServiceNames(service: WalletService, next: NameResolver): NameResolver {
  return async (name, chainId, signal) => {
    const found = await findName(service, name, signal).catch((error: unknown) => {
      // A service without names, or one that knows only its own zone.
      if (isNotOffered(error)) return null
      throw error
    })
    return found ?? (await next(name, chainId, signal))
  }
}
