import type { Language } from './languages.ts'

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
