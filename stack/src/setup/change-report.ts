import type { Variables } from './env-file.ts'
import { isSecret } from './known-settings.ts'

/** Returns a line for each variable that differs, without the values of secrets. */
export function changeReport(before: Variables, after: Variables): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => lineOf(name, before[name], after[name]) ?? [])
}

function lineOf(name: string, before: string | undefined, after: string | undefined) {
  if (before === after) return null
  if (after === undefined) return `- ${name}`
  const sign = before === undefined ? '+' : '~'
  return isSecret(name) ? `${sign} ${name}` : `${sign} ${name}=${after}`
}
