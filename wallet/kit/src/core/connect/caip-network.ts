import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Chain } from 'viem'
import type { ResolvedOptions } from '#core/options.ts'
import { knownNetwork } from './known-networks.ts'

type Urls = { http: readonly string[]; webSocket?: readonly string[] | undefined }

/** A network with its ids across chains (R-NETWORK-1). */
export type CaipNetwork = {
  id: number
  /** CAIP-2. */
  caipNetworkId: string
  chainNamespace: 'eip155'
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** `default` is the wallet service's JSON-RPC where the app has one, `chainDefault` what the app's chain lists. */
  rpcUrls: { default: Urls; chainDefault: Urls }
  /** Null where there is no image. */
  assets: { imageId: string | null; imageUrl: string | null }
}

type Services = Pick<ResolvedOptions, 'catalogueUrl' | 'chainImages' | 'projectId' | 'servicesUrl'>

/** Describes a configured chain for programs that address networks by CAIP-2. */
export function toCaipNetwork(chain: Chain, services: Services): CaipNetwork {
  const caipNetworkId = toCaipNetworkId(chain.id)
  const chainDefault = chain.rpcUrls.default
  const imageId = knownNetwork(caipNetworkId)?.imageId ?? null
  return {
    id: chain.id,
    caipNetworkId,
    chainNamespace: 'eip155',
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: serviceRpc(caipNetworkId, services) ?? chainDefault, chainDefault },
    assets: { imageId, imageUrl: services.chainImages[chain.id] ?? imageUrl(imageId, services) },
  }
}

/** R-RPC-1. */
function serviceRpc(chainId: string, { servicesUrl, projectId }: Services): Urls | null {
  if (servicesUrl === undefined) return null
  const query = new URLSearchParams({ chainId, projectId })
  return { http: [`${withoutSlash(servicesUrl)}/v1/?${query}`] }
}

function imageUrl(imageId: string | null, { catalogueUrl, projectId }: Services): string | null {
  if (imageId === null || catalogueUrl === undefined) return null
  const query = new URLSearchParams({ projectId })
  return `${withoutSlash(catalogueUrl)}/public/getAssetImage/${imageId}?${query}`
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
