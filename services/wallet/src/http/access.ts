import type { Context, MiddlewareHandler } from 'hono'
import { InvalidKeyError, OriginNotAllowedError } from './errors.ts'

export type AccessRules = {
  projectIds: readonly string[]
  /** Further origins besides the service's. */
  allowedOrigins: readonly string[]
  trustsProxy: boolean
}

/** Allows pages of the service's origin and of listed origins, and programs, which send no origin. */
export function checkOrigin(rules: AccessRules): MiddlewareHandler {
  return (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isAllowedOrigin(c, origin, rules))
      throw new OriginNotAllowedError()
    return next()
  }
}

/** Requires a project id, which identifies the page and is not a secret. */
export function checkProjectId({ projectIds }: AccessRules): MiddlewareHandler {
  const known = new Set(projectIds)
  return (c, next) => {
    if (!known.has(c.req.query('projectId') ?? '')) throw new InvalidKeyError()
    return next()
  }
}

/**
 * Returns whether a sign-in message may be for `domain`: the calling site or, for programs, any allowed
 * site.
 */
export function isAllowedDomain(c: Context, domain: string, rules: AccessRules): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return URL.parse(origin)?.host === domain
  const hosts = rules.allowedOrigins.map((allowed) => URL.parse(allowed)?.host)
  return domain === requestedHost(c, rules) || hosts.includes(domain)
}

function isAllowedOrigin(c: Context, origin: string, rules: AccessRules): boolean {
  return (
    rules.allowedOrigins.includes(origin) || URL.parse(origin)?.host === requestedHost(c, rules)
  )
}

/** The host that the visitor's browser requested. */
function requestedHost(c: Context, { trustsProxy }: AccessRules): string | undefined {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-host') : undefined
  return forwarded ?? c.req.header('host')
}
