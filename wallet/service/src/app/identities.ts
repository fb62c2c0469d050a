import { firstName } from '../identity/first-name.ts'
import { createEnsResolver, type NameResolver } from '../identity/resolve-name.ts'
import { createSpaceIdResolver, SPACE_ID_REGISTRIES } from '../identity/space-id.ts'
import { fullName } from '../names/full-name.ts'
import type { NameRegistry } from '../names/name-registry.ts'
import type { ServedChain } from './served-chains.ts'

/** Returns a reader of accounts' names: registered here, else of SPACE ID on BNB Smart Chain, else of ENS. */
export function createIdentities(
  registry: NameRegistry | null,
  chains: ReadonlyMap<number, Pick<ServedChain, 'client'>>,
  ensRpcUrl: string | null,
  onFailure: (error: unknown) => void,
): NameResolver {
  const own: NameResolver = async (account) => {
    const found = (await registry?.findOf(account)) ?? null
    if (found === null || registry === null) return { name: null, avatar: null }
    return { name: fullName(found.label, registry.zone), avatar: found.avatar }
  }
  const spaceId = [...SPACE_ID_REGISTRIES].flatMap(([chainId, address]) => {
    const client = chains.get(chainId)?.client
    return client === undefined ? [] : [createSpaceIdResolver(client, address)]
  })
  const ens = ensRpcUrl === null ? [] : [createEnsResolver(ensRpcUrl)]
  return firstName(own, [...spaceId, ...ens], onFailure)
}
