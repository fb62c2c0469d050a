import { guardedFetchBytes } from '@bullring/server/http/guarded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { isOnGateway } from '../http/remote-url.ts'
import { type Image, ImageCache } from './image-cache.ts'
import { imageTypeOf } from './image-type.ts'

export type ImageLoaderOptions = {
  /** URL of the operator's IPFS gateway, which may be local; null for none. */
  ipfsGateway: string | null
  nowMs: () => number
  onLoad: (outcome: 'shown' | 'refused' | 'busy') => void
  timeoutMs?: number
}

/** Loads a picture; null when there is none to show. `onMiss` is called before a request leaves. */
export type LoadImage = (url: URL, onMiss: () => void) => Promise<Image | null>

const MAX_IMAGE_BYTES = 4 * 1_024 * 1_024
const CACHE_LIMITS = { maxBytes: 64 * 1_024 * 1_024, maxEntries: 2_000, lifetimeMs: 3_600_000 }

/** Pictures that are loaded at the same time, for all callers together: it bounds memory. */
const MAX_IN_FLIGHT = 16

/** Creates the loader of pictures from other servers, through the guarded client only. */
export function createImageLoader(options: ImageLoaderOptions): LoadImage {
  const { ipfsGateway, nowMs, onLoad, timeoutMs = TIME_LIMITS.node } = options
  const cache = new ImageCache(CACHE_LIMITS)
  const inFlight = new Map<string, Promise<Image | null>>()
  const load = async (url: URL): Promise<Image | null> => {
    const isConfigured = isOnGateway(url, ipfsGateway)
    const request = { isConfigured, timeoutMs, maxBytes: MAX_IMAGE_BYTES, accept: 'image/*' }
    const body = await guardedFetchBytes(url, request).catch(() => null)
    const type = body === null ? null : imageTypeOf(body)
    const image = body === null || type === null ? null : { type, body }
    cache.add(url.href, image, nowMs())
    onLoad(image === null ? 'refused' : 'shown')
    return image
  }
  return async (url, onMiss) => {
    const cached = cache.find(url.href, nowMs())
    if (cached !== undefined) return cached
    const running = inFlight.get(url.href)
    if (running !== undefined) return await running
    onMiss()
    if (inFlight.size >= MAX_IN_FLIGHT) {
      onLoad('busy')
      return null
    }
    const loading = load(url).finally(() => inFlight.delete(url.href))
    inFlight.set(url.href, loading)
    return await loading
  }
}
