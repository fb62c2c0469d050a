import { toVisibleName } from '@bullring/approval/text/show-text'

type Metadata = { name: string; url: string }

/** Returns the name that a site gives itself, safe to show. */
export function siteName({ name, url }: Metadata): string {
  return toVisibleName(name.trim() || siteHost({ url }))
}

/** Returns the host that a site names. The protocol does not verify it. */
export function siteHost({ url }: Pick<Metadata, 'url'>): string {
  return URL.parse(url)?.host || 'an unknown address'
}
