import type { Brand } from '@bullring/server/brand/read-brand'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { RefusedCountryError } from './errors.ts'

export type CountryRules = {
  /** Null refuses no country. */
  countries: Brand['countries']
  /** Number of trusted proxies in front. Without any, visitors could write the header themselves. */
  proxies: number
}

/** A code of ISO 3166. Proxies also send XX for unknown countries and T1 for Tor, which are none. */
const COUNTRY = /^(?!XX)[A-Z]{2}$/

/** Returns whether the operator's rules refuse bets of the visitor. */
export function isRefused(c: Context, { countries, proxies }: CountryRules): boolean {
  if (countries === null) return false
  const named = proxies === 0 ? undefined : c.req.header(countries.header)
  const country = named?.trim().toUpperCase() ?? ''
  return COUNTRY.test(country) ? countries.refused.has(country) : countries.unknown === 'refuse'
}

/** Requests that record nothing for a visitor, forget what is recorded, or are about what has been won. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set([
  '/api/access',
  '/api/refer-code',
  '/api/push-unsubscribe',
  '/api/webhooks',
  '/api/delete-webhook',
  '/api/payout-switch',
  '/api/set-payout-switch',
])

/** Lets the operations that write for a visitor refuse those whom the rules refuse. */
export function withCountryRules(
  operations: readonly Operation[],
  rules: CountryRules,
): readonly Operation[] {
  return operations.map((operation) =>
    ALWAYS_ALLOWED.has(operation.path) ? operation : withCountryRule(operation, rules),
  )
}

function withCountryRule(operation: Operation, rules: CountryRules): Operation {
  return {
    ...operation,
    errors: [...operation.errors, 451],
    handle: (c) => {
      if (isRefused(c, rules)) throw new RefusedCountryError()
      return operation.handle(c)
    },
  }
}
