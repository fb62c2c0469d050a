import { createLog } from '#core/log.ts'
import { carefulProvider } from './careful-provider.ts'
import { readText } from './read-text.ts'

/** EIP-6963. */
const EVENT = 'eip6963:announceProvider'

const REVERSE_DOMAIN = /^[^\s.]+(?:\.[^\s.]+)+$/

type Info = { uuid: string; name: string; icon: string; rdns: string }

/** Marks announcements that are repaired, also for another copy of this module on the page. */
const REPAIRED = Symbol.for('bullring.repaired-announcement')

/**
 * Repairs what wallets announce (EIP-6963) before wagmi reads it: one malformed announcement would otherwise hide every
 * wallet, and one with the `rdns` of another wallet would hide that one. A missing name, icon, `rdns` or `uuid` is filled
 * in; an announcement without a provider is left out. The console reports either once. Call it before `createConfig`.
 *
 * @returns a function that stops it.
 *
 * @example
 * repairAnnouncements(window)
 * const config = createConfig({ chains: [bsc], transports: { [bsc.id]: http() } })
 */
export function repairAnnouncements(page: Window): () => void {
  const warn = warner()
  const known = new Map<object, { provider: object; info: Info }>()
  const repair = (detail: unknown) => {
    const [info, provider] = [part(detail, 'info'), part(detail, 'provider')]
    if (provider === null) return warn(`${nameIn(info)} announces no provider: it is not listed.`)
    const owners = [...known].filter(([owner]) => owner !== provider).map(([, entry]) => entry.info)
    const entry = known.get(provider)
    const read = readInfo(info, owners, entry?.info)
    known.set(provider, {
      provider: entry?.provider ?? carefulProvider(provider),
      info: entry?.info ?? read.info,
    })
    if (read.missing.length > 0) {
      warn(`${read.info.name} announces no valid ${read.missing.join(', ')}: listed without.`)
    }
    return { info: read.info, provider: known.get(provider)?.provider }
  }
  const follow = (event: Event) => {
    if (REPAIRED in event) return
    event.stopImmediatePropagation()
    const detail = repair('detail' in event ? event.detail : null)
    if (detail === undefined) return
    const announcement = new CustomEvent(EVENT, { detail: Object.freeze(detail) })
    page.dispatchEvent(Object.assign(announcement, { [REPAIRED]: true }))
  }
  page.addEventListener(EVENT, follow, { capture: true })
  return () => page.removeEventListener(EVENT, follow, { capture: true })
}

/** Returns the object in a property; null for anything else, and when reading it throws. */
function part(value: unknown, key: string): Readonly<Record<string, unknown>> | null {
  try {
    const found = (value as Readonly<Record<string, unknown>> | null)?.[key]
    const isPart = (typeof found === 'object' && found !== null) || typeof found === 'function'
    return isPart ? (found as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

function nameIn(info: object | null): string {
  return readText(info, 'name') ?? readText(info, 'rdns') ?? 'A wallet'
}

function readInfo(info: object | null, others: readonly Info[], earlier: Info | undefined) {
  const [name, icon] = [readText(info, 'name'), readText(info, 'icon')]
  const [uuid, rdns] = [readText(info, 'uuid'), readText(info, 'rdns')]
  const isUuid = uuid !== null && !others.some((other) => other.uuid === uuid)
  const isDomain = rdns !== null && REVERSE_DOMAIN.test(rdns)
  const label = name ?? (isDomain ? rdns : 'Unnamed wallet')
  const isRdns =
    isDomain &&
    !others.some((other) => other.rdns === rdns && !looksAlike(other, label, icon ?? ''))
  const missing = { name: name !== null, icon: icon !== null, rdns: isRdns, uuid: isUuid }
  return {
    info: {
      name: label,
      icon: icon ?? '',
      uuid: isUuid ? uuid : (earlier?.uuid ?? crypto.randomUUID()),
      rdns: isRdns ? rdns : (earlier?.rdns ?? unusedRdns(label, others)),
    },
    missing: Object.entries(missing).flatMap(([key, isThere]) => (isThere ? [] : [key])),
  }
}

/** Wallets that announce a new provider each time look the same, and are one. */
function looksAlike(other: Info, name: string, icon: string): boolean {
  return other.name === name && other.icon === icon
}

/** Returns a name that is the same after a reload, because wagmi remembers the connected wallet by it. */
function unusedRdns(name: string, others: readonly Info[]): string {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const used = others.filter(({ rdns }) => rdns.endsWith(`.${slug}`)).length
  return `unnamed${used === 0 ? '' : used}.${slug}`
}

/** Returns a function that writes each warning to the console once. */
function warner(): (message: string) => void {
  const log = createLog('warn')
  const written = new Set<string>()
  return (message) => {
    if (written.has(message)) return
    written.add(message)
    log('warn', message)
  }
}
