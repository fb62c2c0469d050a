import type { Language } from '@bullring/wire/text/languages'
import { preferredLanguage } from '@bullring/wire/text/visit-language'
import type { Context } from 'hono'

/** Returns the language of the page or browser that sends a request (RFC 9110, section 12.5.4), by default English. */
export function requestLanguage(c: Context): Language {
  const preferred = (c.req.header('accept-language') ?? '')
    .split(',')
    .map(parsePreference)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  return preferredLanguage(preferred)
}

function parsePreference(part: string): { tag: string; weight: number } {
  const [tag = '', parameter = ''] = part.split(';').map((each) => each.trim())
  const weight = parameter.startsWith('q=') ? Number(parameter.slice(2)) : 1
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}
