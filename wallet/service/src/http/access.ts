import { readJson } from '@bullring/server/http/read-json'
import { isLoopbackHost, requestedHost } from '@bullring/server/http/site-hosts'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { InvalidKeyError, OriginNotAllowedError } from './errors.ts'

export type AccessRules = {
  projectIds: readonly string[]
  /** Origin of our pages; null when not configured. */
  publicOrigin: string | null
  /** Further origins whose pages may use the service. */
  allowedOrigins: readonly string[]
  /** Number of trusted proxies in front. */
  proxies: number
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
  return (c, next) => {
    if (!projectIds.includes(c.req.query('projectId') ?? '')) throw new InvalidKeyError()
    return next()
  }
}

/** Returns an operation that also accepts the project id as `projectId` of its JSON body. */
export function withKeyInBody(operation: Operation, { projectIds }: AccessRules): Operation {
  return {
    ...operation,
    handle: async (c) => {
      const key = c.req.query('projectId') ?? (await keyInBody(c))
      if (!projectIds.includes(key)) throw new InvalidKeyError()
      return await operation.handle(c)
    },
  }
}

const KeyInBody = z.object({ projectId: z.string() })

async function keyInBody(c: Context): Promise<string> {
  const body = await readJson(c, { acceptsAnyType: true })
  const parsed = z.safeParse(KeyInBody, body)
  return parsed.success ? parsed.data.projectId : ''
}

/**
 * Returns the origins that a sign-in message of this caller may be for: the configured ones, and for a page only
 * its own. Without a public URL, the request's host counts if it is this machine's: elsewhere a caller could
 * name the site that it phishes for.
 */
export function signInSites(c: Context, rules: AccessRules): readonly string[] {
  const { publicOrigin, allowedOrigins } = rules
  const own =
    publicOrigin === null
      ? loopbackSites(requestedHost(c.req.header(), rules.proxies))
      : [publicOrigin]
  const sites = [...own, ...allowedOrigins]
  const origin = c.req.header('origin')
  return origin === undefined ? sites : sites.filter((site) => site === origin)
}

function loopbackSites(host: string | undefined): string[] {
  return isLoopbackHost(host) ? [`http://${host}`, `https://${host}`] : []
}

function isAllowedOrigin(c: Context, origin: string, rules: AccessRules): boolean {
  if (origin === rules.publicOrigin || rules.allowedOrigins.includes(origin)) return true
  return URL.parse(origin)?.host === requestedHost(c.req.header(), rules.proxies)
}
