import { LANGUAGES, type Language } from './languages.ts'

type Wishes = {
  /** The visitor's choice on this device; null without one. */
  chosen: Language | null
  /** The browser's languages, the preferred one first. */
  preferred: readonly string[]
}

/** Returns the language of a visit: the visitor's choice, else the browser's, else the first that is offered. */
export function visitLanguage(
  offered: readonly Language[],
  { chosen, preferred }: Wishes,
): Language {
  if (chosen !== null && offered.includes(chosen)) return chosen
  return preferredLanguage(preferred, offered)
}

/**
 * Returns the first of the preferred languages that is offered, else the first offered one.
 *
 * @param preferred - BCP 47 tags. The same language of another country matches too.
 */
export function preferredLanguage(
  preferred: readonly string[],
  offered: readonly Language[] = LANGUAGES,
): Language {
  for (const tag of preferred) {
    const match = offered.find((one) => one === tag) ?? offered.find((one) => isSame(one, tag))
    if (match !== undefined) return match
  }
  return offered[0] ?? 'en'
}

/** Returns whether two tags name the same language, perhaps as spoken in different countries. */
function isSame(a: string, b: string): boolean {
  return primary(a) === primary(b)
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-', 1).join()
}
