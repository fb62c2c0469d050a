import { FILTER_METHODS } from '@bullring/login-api/frame-messages/rpc-methods'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import * as z from 'zod/mini'
import { NotSupportedError } from '#frame-errors.ts'
import type { AccountTypes } from '#sdk/account-types.ts'
import { activeAccount } from '#sdk/active-account.ts'
import { readChain, type SelectedChain } from '#sdk/chain-id.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { createChainRequest } from './chain-client.ts'

type ReadDeps = Pick<
  FrameServices,
  'session' | 'accountTypes' | 'custody' | 'config' | 'sentCallIds'
>

/** Answers a request that needs no approval: from the session, or from a node of the session's chain. */
export async function readRpc(
  { session, accountTypes, custody, config, sentCallIds }: ReadDeps,
  { chain }: { chain: SelectedChain },
  { method, params }: RpcRequest,
): Promise<unknown> {
  if (FILTER_METHODS.some((filter) => filter === method)) {
    throw new NotSupportedError(`the method ${method} does not exist/is not available`)
  }
  switch (method) {
    case 'eth_accounts': {
      const current = await session.current()
      if (current === undefined || typeof chain !== 'number') return []
      return [(await activeAccount(accountTypes, current.wallet, chain)).address]
    }
    case 'eth_chainId':
      return `0x${requireEvm(chain).toString(16)}`
    case 'wallet_getCapabilities':
      return await readCapabilities(accountTypes, await session.current(), params)
    case 'wallet_getCallsStatus': {
      const id = requireEvm(chain)
      const [{ readCallsStatus }, { createBundlerRequest }] = await Promise.all([
        import('#smart-account/calls-status.ts'),
        import('#smart-account/bundler-client.ts'),
      ])
      const current = await session.require()
      const bundler = createBundlerRequest(custody, current)
      const sent = await sentCallIds(current.wallet)
      return await readCallsStatus(bundler, { chain: { id }, sent }, params)
    }
    case 'wallet_getAssets': {
      const { listAssets } = await import('./list-assets.ts')
      return await listAssets(config.chains, requireEvm(chain), params)
    }
    default:
      return createChainRequest(requireEvm(chain))({ method, params })
  }
}

function requireEvm(chain: SelectedChain): number {
  if (typeof chain === 'number') return chain
  throw new NotSupportedError('This request needs an EVM network.')
}

/** Chains on which the account in use runs several calls as one (EIP-5792), and can grant permissions (ERC-7715). */
async function readCapabilities(
  { chainIds, of }: AccountTypes,
  current: UsableSession | undefined,
  params: unknown,
): Promise<Record<string, unknown>> {
  const isRequested = requestedChains(params)
  if (current === undefined) return {}
  const types = await Promise.all(chainIds.map((id) => of(id, current.wallet)))
  const smart = chainIds.filter((id, index) => isRequested(id) && types[index] === 'smartAccount')
  return Object.fromEntries(
    await Promise.all(
      smart.map(async (id) => [
        `0x${id.toString(16)}`,
        {
          atomicBatch: { supported: true },
          atomic: { status: 'supported' },
          ...((await hasSessionKeys(id)) && { permissions: PERMISSIONS }),
        },
      ]),
    ),
  )
}

/** An account, and the chains that the app is interested in; all by default. */
const CapabilitiesParams = z.tuple([z.unknown(), z.array(z.string())])

function requestedChains(params: unknown): (id: number) => boolean {
  const parsed = z.safeParse(CapabilitiesParams, params)
  if (!parsed.success) return () => true
  const requested = new Set(parsed.data[1].map(readChain))
  return (id) => requested.has(id)
}

/** Permissions that `wallet_grantPermissions` accepts. */
const PERMISSIONS = {
  supported: true,
  signerTypes: ['key', 'keys'],
  keyTypes: ['secp256r1'],
  permissionTypes: ['contract-call'],
  policyTypes: ['native-token-limit', 'rate-limit'],
}

/** A network that cannot be read offers none. */
async function hasSessionKeys(chainId: number): Promise<boolean> {
  const { SESSION_MODULE } = await import('@bullring/smart-account/contracts')
  const request = { method: 'eth_getCode', params: [SESSION_MODULE, 'latest'] }
  return await createChainRequest(chainId)(request).then(
    (code) => code !== '0x',
    () => false,
  )
}
