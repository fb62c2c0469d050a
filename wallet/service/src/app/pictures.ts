import { clientIp } from '@bullring/server/http/client-ip'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { WalletConfig } from '../config.ts'
import { baseUrlOf } from '../http/base-url.ts'
import { createImageLinks } from '../images/image-links.ts'
import { imageProxyOperation } from '../images/image-proxy.operations.ts'
import { createImageLoader } from '../images/load-image.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

/** Requests to other servers that one IP address may cause. Pictures in the cache are free. */
const LOADS_PER_MINUTE = 120

/** An account's NFTs are shown in pages of 20. Browsers do not retry a picture. */
const LOADS_AT_ONCE = 40

export type Pictures = {
  proxy: Operation
  /** Returns a URL of this service that shows the picture, or null if it cannot be shown. */
  linkFor: (c: Context, picture: string) => string | null
}

/** Puts the proxy for pictures together. Its links remain valid as long as `imageKey` does. */
export function createPictures({
  config: { ipfsGatewayUrl: ipfsGateway, http },
  metrics,
  imageKey,
  limits,
}: {
  config: Pick<WalletConfig, 'ipfsGatewayUrl' | 'http'>
  metrics: Pick<Metrics, 'imageLoad'>
  /** Signs the links. */
  imageKey: Buffer
  limits: LimitFactory
}): Pictures {
  const links = createImageLinks(imageKey, ipfsGateway)
  const callers = limits.rateLimiter('pictures', LOADS_PER_MINUTE, LOADS_AT_ONCE)
  const load = createImageLoader({ ipfsGateway, nowMs: Date.now, onLoad: metrics.imageLoad })
  return {
    proxy: imageProxyOperation({
      links,
      load,
      take: (c) => callers.take(clientIp(c, http.proxies), Date.now()),
    }),
    linkFor: (c, picture) => links.linkTo(picture, baseUrlOf(c, http.proxies)),
  }
}
