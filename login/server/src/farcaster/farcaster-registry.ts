import { boundedFetch } from '@bullring/server/chain/bounded-fetch'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
} from 'viem'
import { verifyMessage } from 'viem/utils'
import { FarcasterUnreachableError } from './errors.ts'

export type RegistryOptions = {
  /** Node of the chain with the registries. */
  rpcUrl: string
  idRegistry: Address
  keyRegistry: Address
}

/** Records of Farcaster accounts on the chain. */
export type FarcasterRegistry = {
  /** Whether an address signed a message: as the holder of a key, or as a contract (ERC-1271). */
  isSigned: (signed: { address: Address; message: string; signature: Hex }) => Promise<boolean>
  /** Whether an address owns a Farcaster id, or may log in for it. */
  mayLogIn: (address: Address, fid: bigint) => Promise<boolean>
}

const TIMEOUT_MS = 5_000

/** `keyType` of an address that may log in. */
const AUTH_ADDRESS = 2

/** `state` of a key that was added and not removed. */
const ADDED = 1

const ABI = parseAbi([
  'function idOf(address owner) view returns (uint256 fid)',
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
])

/**
 * Creates the reader of Farcaster's registries. Each method:
 *
 * @throws {FarcasterUnreachableError} when the chain does not respond.
 */
export function createFarcasterRegistry(options: RegistryOptions): FarcasterRegistry {
  const { rpcUrl, idRegistry, keyRegistry } = options

  async function read<result>(query: (client: PublicClient) => Promise<result>): Promise<result> {
    try {
      return await query(createNodeClient(rpcUrl))
    } catch (cause) {
      throw new FarcasterUnreachableError({ cause })
    }
  }

  return {
    isSigned: async (signed) => {
      if (await verifyMessage(signed).catch(() => false)) return true
      return await isSignedByContract(rpcUrl, signed)
    },
    mayLogIn: async (address, fid) => {
      const key = encodeAbiParameters([{ type: 'address' }], [address])
      const [owned, { state, keyType }] = await Promise.all([
        read((client) =>
          client.readContract({
            address: idRegistry,
            abi: ABI,
            functionName: 'idOf',
            args: [address],
          }),
        ),
        read((client) =>
          client.readContract({
            address: keyRegistry,
            abi: ABI,
            functionName: 'keyDataOf',
            args: [fid, key],
          }),
        ),
      ])
      return owned === fid || (keyType === AUTH_ADDRESS && state === ADDED)
    },
  }
}

/** A contract may revert in any way, which means no signature. A node that does not respond is an error. */
async function isSignedByContract(
  rpcUrl: string,
  signed: { address: Address; message: string; signature: Hex },
): Promise<boolean> {
  let hasFailed = false
  const client = createNodeClient(rpcUrl, (outcome) => {
    hasFailed ||= outcome !== 'answered'
  })
  const isValid = await client.verifyMessage(signed).catch(() => false)
  if (!isValid && hasFailed) throw new FarcasterUnreachableError()
  return isValid
}

/** Follows no URL that a contract names (EIP-3668). */
function createNodeClient(
  rpcUrl: string,
  onRequest: Parameters<typeof boundedFetch>[3] = () => undefined,
): PublicClient {
  const transport = http(rpcUrl, {
    retryCount: 1,
    timeout: TIMEOUT_MS,
    fetchFn: (input, init) => boundedFetch(input, init, TIMEOUT_MS, onRequest),
  })
  return createPublicClient({ transport, ccipRead: false })
}
