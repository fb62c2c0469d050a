import { createChainClient } from '@bullring/approval/chain/chain-client'
import { readToken } from '@bullring/approval/chain/read-token'
import { InvalidRequestError } from '@bullring/approval/errors'
import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import { type Address, type Client, erc20Abi, isAddress, toHex } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import { createChainRequest } from './chain-client.ts'

const MAX_CHAINS = 10
const MAX_TOKENS = 50

const HexChain = z.string().check(z.regex(/^0x[1-9a-f][0-9a-f]{0,12}$/i))
const EvmAddress = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)

/** Parameters of `wallet_getAssets` (ERC-7811). */
const AssetsParams = z.tuple([
  z.object({
    account: EvmAddress,
    chainFilter: z.optional(z.array(HexChain).check(z.maxLength(MAX_CHAINS))),
    assetFilter: z.optional(
      z.record(HexChain, z.array(z.object({ address: z.string() })).check(z.maxLength(MAX_TOKENS))),
    ),
    assetTypeFilter: z.optional(z.array(z.string()).check(z.maxLength(10))),
  }),
])

/** An asset as AppKit reads it. The texts of a token are untrusted. */
type Asset = {
  /** `native` for the chain's coin. */
  address: string
  balance: `0x${string}`
  type: 'NATIVE' | 'ERC20'
  metadata: { name: string; symbol: string; decimals: number }
}

/**
 * Lists what an account holds by chain: the coin, and of tokens those that the app names. Chains that cannot be read
 * are left out. The wallet keeps no list of tokens, so it does not announce `assetDiscovery`.
 *
 * @param current - The chain of requests that name none.
 * @throws {InvalidRequestError}
 */
export async function listAssets(
  chains: FrameConfig['chains'],
  current: number,
  params: unknown,
): Promise<Record<string, readonly Asset[]>> {
  const parsed = z.safeParse(AssetsParams, params)
  if (!parsed.success) throw new InvalidRequestError('The request names no account.')
  const [{ account, assetFilter = {}, chainFilter, assetTypeFilter }] = parsed.data
  const wanted = chainFilter ?? Object.keys(assetFilter)
  const types = assetTypeFilter?.map((type) => type.toUpperCase())
  const ids = wanted.length > 0 ? wanted : [toHex(current)]
  const lists = await Promise.all(
    ids.slice(0, MAX_CHAINS).map(async (id) => {
      const chain = chains.find((known) => known.id === Number(id))
      const client = createChainClient(createChainRequest(Number(id)))
      const named = assetFilter[id]?.map(({ address }) => address)
      const assets = await Promise.all([
        named === undefined || named.includes('native') ? readCoin(client, account, chain) : [],
        ...(named ?? []).map((address) => readTokenAsset(client, account, address)),
      ]).catch(() => null)
      return assets === null ? [] : [[id, assets.flat()] as const]
    }),
  )
  const isWanted = ({ type }: Asset) => types === undefined || types.includes(type)
  return Object.fromEntries(lists.flat().map(([id, assets]) => [id, assets.filter(isWanted)]))
}

async function readCoin(
  client: Client,
  address: Address,
  chain: FrameConfig['chains'][number] | undefined,
): Promise<Asset[]> {
  const balance = toHex(await getBalance(client, { address }))
  const metadata = chain?.nativeCurrency ?? { name: '', symbol: '', decimals: 18 }
  return [{ address: 'native', balance, type: 'NATIVE', metadata }]
}

/** Returns nothing for what is no token. */
async function readTokenAsset(client: Client, account: Address, token: string): Promise<Asset[]> {
  if (!isAddress(token, { strict: false })) return []
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const
  const [text, balance] = await Promise.all([
    readToken(client, token),
    readContract(client, { address: token, ...call }).catch(() => null),
  ])
  if (text === null || balance === null) return []
  const metadata = { name: text.symbol, ...text }
  return [{ address: token, balance: toHex(balance), type: 'ERC20', metadata }]
}
