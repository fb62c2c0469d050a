import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import { errorSummary } from '../../error-summary.ts'
import { BASE_HEADERS } from '../response/base-headers.ts'
import { MethodNotAllowedError, UnknownPathError } from './errors.ts'
import { problemOf } from './problem.ts'

export type ErrorOptions = {
  /** Below this path, errors are their explanation as plain text. */
  plainTextPath?: string
}

/** Makes `app` respond to unknown paths, wrong methods and thrown errors with problem details. */
export function handleErrors(app: Hono, log: Logger, { plainTextPath }: ErrorOptions = {}): void {
  app.notFound((c) => {
    const methods = methodsOf(app, c.req.path)
    throw methods.length > 0 ? new MethodNotAllowedError(methods) : new UnknownPathError()
  })
  app.onError((error, c) => {
    const { status, headers, problem } = problemOf(error)
    if (status >= 500 && status !== 503 && !hasCallerLeft(c)) {
      log.error(
        { error: errorSummary(error), path: matchedRoutes(c).at(-1)?.path },
        'request failed',
      )
      log.debug({ err: error }, 'request failed')
    }
    if (plainTextPath !== undefined && c.req.path.startsWith(plainTextPath)) {
      return c.text(problem.detail ?? problem.title, status, { ...BASE_HEADERS, ...headers })
    }
    return c.json(problem, status, {
      ...BASE_HEADERS,
      ...headers,
      'content-type': 'application/problem+json',
    })
  })
}

/** A visitor who closes the page ends its requests: that is no failure of ours. */
function hasCallerLeft(c: Context): boolean {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  return incoming?.destroyed === true && !incoming.complete
}

/** Middleware has routes of all methods. */
function methodsOf(app: Hono, path: string): string[] {
  const methods = new Set(app.routes.map(({ method }) => method).filter((name) => name !== 'ALL'))
  return [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
}
