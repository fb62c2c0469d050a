import type { Context, MiddlewareHandler, Next } from 'hono'

export type ResponseCacheOptions = {
  /** Changes whenever an answer may. */
  version: () => string
  /** POST paths whose answers follow from body and version alone. */
  paths: ReadonlySet<string>
}

/** Answers held at once; the next requests are answered without. */
const MAX_ANSWERS = 2_000

/** Longer bodies are no calls of ours. */
const MAX_BODY_BYTES = 1_024

/** The text of a good answer; null when it was none. */
type Answers = Map<string, Promise<string | null>>

/**
 * Answers the same request once a version, however many ask, also at the same moment. Only what went
 * well is kept.
 */
export function responseCache({ version, paths }: ResponseCacheOptions): MiddlewareHandler {
  const answers: Answers = new Map()
  let cached = ''
  return async (c, next) => {
    const length = Number(c.req.header('content-length') ?? Number.NaN)
    const isRead = c.req.method === 'POST' && paths.has(c.req.path)
    if (!isRead || !(length <= MAX_BODY_BYTES)) return next()
    const key = JSON.stringify([c.req.path, c.req.header('content-type'), await c.req.text()])
    // From here to the entry in the map nothing may wait, or two requests would both be the first.
    const current = version()
    if (current !== cached) answers.clear()
    cached = current
    const known = answers.get(key)
    if (known === undefined)
      return answers.size < MAX_ANSWERS ? lead(c, next, answers, key) : next()
    const text = await known
    return text === null ? next() : c.body(text, 200, { 'content-type': 'application/json' })
  }
}

/** Answers as if there were no cache, for all who ask the same meanwhile. */
async function lead(c: Context, next: Next, answers: Answers, key: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  answers.set(key, promise)
  try {
    await next()
    if (c.res.status === 200) resolve(await c.res.clone().text())
    else if (answers.get(key) === promise) answers.delete(key)
  } finally {
    resolve(null)
  }
}
