import { guardedFetch } from '@bullring/server/http/guarded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import * as z from 'zod/mini'
import { isOnGateway, remoteUrlOf } from '../http/remote-url.ts'

/** Fields of an NFT's metadata. Both texts come from strangers. */
export type NftMetadata = { name: string | null; image: string | null }

export type MetadataOptions = {
  /** URL of the operator's IPFS gateway, which may be local; null for none. */
  ipfsGateway: string | null
  timeoutMs?: number
}

const MAX_BYTES = 256 * 1_024

const Metadata = z.object({
  name: z.catch(z.nullable(z.string()), null),
  image: z.catch(z.nullable(z.string()), null),
  image_url: z.catch(z.nullable(z.string()), null),
})

const DATA_URI = /^data:application\/json(?<parameters>[^,]{0,100}),(?<content>.*)$/s

/**
 * Reads the metadata at a token's URI (`data:`, `https:`, or `ipfs:` through the gateway), through the guarded client
 * only; null when there is none that can be used.
 */
export async function readMetadata(
  uri: string,
  { ipfsGateway, timeoutMs = TIME_LIMITS.node }: MetadataOptions,
): Promise<NftMetadata | null> {
  try {
    const text = dataOf(uri) ?? (await load(uri, ipfsGateway, timeoutMs))
    const { name, image, image_url } = z.parse(Metadata, JSON.parse(text))
    return { name, image: image ?? image_url }
  } catch {
    return null
  }
}

function dataOf(uri: string): string | null {
  const { parameters, content } = DATA_URI.exec(uri)?.groups ?? {}
  if (parameters === undefined || content === undefined) return null
  if (parameters.endsWith(';base64')) return Buffer.from(content, 'base64').toString()
  try {
    return decodeURIComponent(content)
  } catch {
    // Contracts often write plain JSON, which may contain percent signs.
    return content
  }
}

async function load(uri: string, ipfsGateway: string | null, timeoutMs: number): Promise<string> {
  const url = remoteUrlOf(uri, ipfsGateway)
  if (url === null) return ''
  const isConfigured = isOnGateway(url, ipfsGateway)
  return await guardedFetch(url, { isConfigured, timeoutMs, maxBytes: MAX_BYTES })
}
