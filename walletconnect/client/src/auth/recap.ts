import { utf8ToBytes } from '@noble/hashes/utils'
import { base64ToBytes, bytesToBase64Url, bytesToText } from '../crypto/bytes.ts'
import { isText, listOf, objectOf, optional, parseJson, recordOf } from '../shape.ts'

const PREFIX = 'urn:recap:'
const STATEMENT =
  'I further authorize the stated URI to perform the following actions on my behalf:'

/** Permissions that a login also grants (ERC-5573): abilities by resource, such as `request/personal_sign` of `eip155`. */
const isRecap = objectOf({
  att: recordOf(recordOf(listOf(objectOf({ chains: optional(listOf(isText)) })))),
})

/** Writes the resource that allows an app to send requests for methods. */
export function writeRecap(methods: readonly string[], chains: readonly string[]): string {
  const abilities = [...methods]
    .sort()
    .map((method) => [`request/${method}`, [{ chains: [...chains] }]])
  const recap = { att: { eip155: Object.fromEntries(abilities) } }
  return PREFIX + bytesToBase64Url(utf8ToBytes(JSON.stringify(recap)))
}

/** Returns the methods and chains that the last of the resources allows. */
export function readRecap(resources: readonly string[] = []) {
  const att = decode(resources)
  const abilities = Object.entries(att?.['eip155'] ?? {})
  return {
    methods: abilities.map(([ability]) => ability.slice(ability.indexOf('/') + 1)),
    chains: [
      ...new Set(abilities.flatMap(([, limits]) => limits.flatMap(({ chains = [] }) => chains))),
    ],
  }
}

/** Returns resources whose last one allows no other methods and chains than these. Without a recap, they remain. */
export function limitRecap(
  resources: readonly string[],
  methods: readonly string[],
  chains: readonly string[],
): string[] {
  if (decode(resources) === undefined) return [...resources]
  const asked = readRecap(resources)
  const allowed = {
    methods: asked.methods.filter((method) => methods.includes(method)),
    chains: asked.chains.filter((chain) => chains.includes(chain)),
  }
  const others = resources.slice(0, -1)
  if (allowed.methods.length === 0) return others
  return [...others, writeRecap(allowed.methods, allowed.chains)]
}

/** Returns the statement to sign: the app's, followed by the permissions of a recap in words. */
export function statementWithRecap(
  statement: string | undefined,
  resources: readonly string[] = [],
): string | undefined {
  const att = decode(resources)
  if (att === undefined || statement?.includes(STATEMENT)) return statement
  let number = 0
  const sentences = Object.entries(att).flatMap(([resource, abilities]) =>
    [...byNamespace(Object.keys(abilities))].map(([namespace, names]) => {
      number += 1
      const list = names.map((name) => `'${name}'`).join(', ')
      return ` (${number}) '${namespace}': ${list} for '${resource}'.`
    }),
  )
  return `${statement ? `${statement} ` : ''}${STATEMENT}${sentences.join('')}`
}

function byNamespace(abilities: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const ability of [...abilities].sort()) {
    const slash = ability.indexOf('/')
    const namespace = ability.slice(0, slash)
    groups.set(namespace, [...(groups.get(namespace) ?? []), ability.slice(slash + 1)])
  }
  return groups
}

function decode(resources: readonly string[]) {
  const resource = resources.at(-1)
  if (resource?.startsWith(PREFIX) !== true) return undefined
  try {
    const text = bytesToText(base64ToBytes(resource.slice(PREFIX.length)))
    return parseJson(text, isRecap)?.att
  } catch {
    return undefined
  }
}
