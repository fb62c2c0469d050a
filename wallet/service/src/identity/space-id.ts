import { TimedCache } from '@bullring/server/timed-cache'
import { type Address, isAddressEqual, namehash, parseAbi, zeroAddress } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import { IDENTITY_CACHE, isNormalized, type NameResolver } from './resolve-name.ts'

/**
 * Registries of SPACE ID (.bnb), which has the shape of ENS's.
 *
 * @see https://github.com/Space-ID/sidjs, `getSidAddress`
 */
export const SPACE_ID_REGISTRIES: ReadonlyMap<number, Address> = new Map([
  [56, '0x08CEd32a7f3eeC915Ba84415e9C07a7286977956'],
  [97, '0xfFB52185b56603e0fd71De9de4F6f902f05EEA23'],
])

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi([
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

const NO_IDENTITY = { name: null, avatar: null }

/** Creates a resolver for names in a registry of ENS's first shape, without a universal resolver. */
export function createSpaceIdResolver(client: RpcClient, registry: Address): NameResolver {
  const cache = new TimedCache<Awaited<ReturnType<NameResolver>>>(IDENTITY_CACHE)
  const resolverOf = async (node: `0x${string}`) => {
    const args = [node] as const
    const call = { address: registry, abi: registryAbi, functionName: 'resolver', args } as const
    const address = await client.readContract(call)
    return address === zeroAddress ? null : address
  }
  const resolve: NameResolver = async (account) => {
    const reverse = namehash(`${account.slice(2).toLowerCase()}.addr.reverse`)
    const reverseResolver = await resolverOf(reverse)
    if (reverseResolver === null) return NO_IDENTITY
    const at = { address: reverseResolver, abi: resolverAbi } as const
    const name = await client.readContract({ ...at, functionName: 'name', args: [reverse] })
    if (name === '' || !isNormalized(name)) return NO_IDENTITY
    // Anyone can claim a name in a reverse record: only the name's own record decides.
    const node = namehash(name)
    const address = await resolverOf(node)
    if (address === null) return NO_IDENTITY
    const forward = { address, abi: resolverAbi } as const
    const owner = await client.readContract({ ...forward, functionName: 'addr', args: [node] })
    if (!isAddressEqual(owner, account)) return NO_IDENTITY
    const avatar = await client
      .readContract({ ...forward, functionName: 'text', args: [node, 'avatar'] })
      .catch(() => '')
    return { name, avatar: avatar === '' ? null : avatar }
  }
  return (account) => cache.get(account, Date.now(), () => resolve(account))
}
