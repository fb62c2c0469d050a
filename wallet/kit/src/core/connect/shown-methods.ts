import type { ConnectMethod, ResolvedOptions } from '#core/options.ts'
import type { ConnectorDescriptor } from './connections.ts'

type ShownOptions = Pick<ResolvedOptions, 'enableWallets' | 'telegramInitData'> & {
  features: Pick<ResolvedOptions['features'], 'email' | 'socials'>
}

/** Returns the connection methods that the app offers, in the given order. */
export function shownMethods(
  order: readonly ConnectMethod[],
  { enableWallets, features, telegramInitData }: ShownOptions,
  connectors: readonly ConnectorDescriptor[],
): ConnectMethod[] {
  const hasEmbedded = connectors.some(({ type }) => type === 'AUTH')
  const isShown: Readonly<Record<ConnectMethod, boolean>> = {
    wallet: enableWallets,
    email: hasEmbedded && features.email,
    social:
      hasEmbedded &&
      (telegramInitData !== undefined ||
        (features.socials !== false && features.socials.length > 0)),
  }
  return order.filter((method) => isShown[method])
}

/** Returns whether a line with "or" separates two methods: never between email and social accounts. */
export function isSeparated(one: ConnectMethod, next: ConnectMethod | undefined): boolean {
  return next !== undefined && (one === 'wallet' || next === 'wallet')
}
