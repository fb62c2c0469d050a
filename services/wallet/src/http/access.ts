import type { Context, MiddlewareHandler } from 'hono'
import { InvalidKeyError, OriginNotAllowedError } from './errors.ts'

export type AccessRules = {
  projectIds: readonly string[]
  /** Origins besides our own. */
  allowedOrigins: readonly string[]
  trustsProxy: boolean
}

/** Lets pages of our own and of listed origins in, and programs, which send no origin. */
export function checkOrigin(rules: AccessRules): MiddlewareHandler {
  return (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isAllowedOrigin(c, origin, rules))
      throw new OriginNotAllowedError()
    return next()
  }
}

/** Asks for a project id. It is no secret: it tells whose page is calling. */
export function checkProjectId({ projectIds }: AccessRules): MiddlewareHandler {
  const known = new Set(projectIds)
  return (c, next) => {
    if (!known.has(c.req.query('projectId') ?? '')) throw new InvalidKeyError()
    return next()
  }
}

/**
 * Whether a sign-in message may be for `domain`: the site that calls, or without one (a program) any
 * allowed site.
 */
export function isAllowedDomain(c: Context, domain: string, rules: AccessRules): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return URL.parse(origin)?.host === domain
  const hosts = rules.allowedOrigins.map((allowed) => URL.parse(allowed)?.host)
  return domain === ownHost(c, rules) || hosts.includes(domain)
}

function isAllowedOrigin(c: Context, origin: string, rules: AccessRules): boolean {
  return rules.allowedOrigins.includes(origin) || URL.parse(origin)?.host === ownHost(c, rules)
}

/** The host that the visitor's browser asked for. */
function ownHost(c: Context, { trustsProxy }: AccessRules): string | undefined {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-host') : undefined
  return forwarded ?? c.req.header('host')
}
