import type { Variables } from '../setup/env-file.ts'
import { isSecret } from '../setup/known-settings.ts'
import type { Finding } from './finding.ts'

/** Shorter texts are no secret, and would be found in every sentence. */
const SHORTEST = 6

/** Removes secrets from what libraries and servers say: each value, each member of a list, each part of a URL but its host. */
export function hideSecrets(
  findings: readonly Finding[],
  settings: readonly Variables[],
): readonly Finding[] {
  const secrets = settings
    .flatMap((variables) => Object.entries(variables))
    .filter(([name]) => isSecret(name))
    .flatMap(([, value]) => [value, ...value.split(',').flatMap(partsOf)])
    .filter((text) => text.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
  const hide = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  return findings.map((finding) => ({ ...finding, why: hide(finding.why) }))
}

function partsOf(text: string): readonly string[] {
  const member = text.slice(text.indexOf('=') + 1)
  const url = URL.parse(member) ?? URL.parse(text)
  if (url === null) return [member, ...member.split(':')]
  const { username, password, pathname, search } = url
  return [
    ...[username, password].flatMap((each) => [each, decoded(each)]),
    ...[...pathname.split('/'), search, ...url.searchParams.values()],
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A per cent sign that encodes nothing.
    return text
  }
}
