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

/** Returns the id of an EVM chain from its CAIP-2 id, or undefined for others. */
export function toChainId(caip2: string | undefined): number | undefined {
  const id = Number(/^eip155:(\d+)$/.exec(caip2 ?? '')?.[1])
  return Number.isSafeInteger(id) ? id : undefined
}
