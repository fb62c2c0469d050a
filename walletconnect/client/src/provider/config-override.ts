import type { ProposedNamespaces } from '../session/namespaces.ts'

/** Replaces parts of the proposal to wallets. Methods, chains and events are by namespace, such as `eip155`. */
export type ConfigOverride = {
  methods?: Record<string, string[]>
  /** CAIP-2 ids. Wallets that know none of a namespace leave it out. */
  chains?: Record<string, string[]>
  events?: Record<string, string[]>
  /** Endpoints for requests that need no wallet, by CAIP-2 id: `eip155:56`. */
  rpcMap?: Record<string, string>
  /** The chain that is used after connecting, where the wallet approves it: `eip155:56`. */
  defaultChain?: string
}

/**
 * Returns the namespaces to propose.
 *
 * @param eip155 - What is proposed for EVM chains without an override. Other namespaces have no default.
 */
export function overrideNamespaces(
  eip155: ProposedNamespaces[string],
  { methods = {}, chains = {}, events = {} }: ConfigOverride,
): ProposedNamespaces {
  const defaults: ProposedNamespaces = { eip155 }
  const names = Object.keys({ ...defaults, ...methods, ...chains, ...events })
  return Object.fromEntries(
    names.map((name) => {
      const own = defaults[name]
      const namespace = {
        chains: chains[name] ?? own?.chains ?? [],
        methods: methods[name] ?? own?.methods ?? [],
        events: events[name] ?? own?.events ?? [],
      }
      return [name, namespace]
    }),
  )
}

const DIGITS = /^(?:eip155:)?(\d{1,15})$/
const HEX = /^(?:eip155:)?(0x[0-9a-f]{1,13})$/i

/**
 * Returns the id of an EVM chain in each form that apps and wallets use: `56`, `'56'`, `'0x38'`, `'eip155:56'`, an object
 * with one of them as `chainId`, or a list that begins with one; undefined for others.
 */
export function toChainId(value: unknown): number | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const id =
    typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : first
  const text = typeof id === 'string' ? id.trim() : String(id)
  const number = Number(DIGITS.exec(text)?.[1] ?? HEX.exec(text)?.[1])
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
