/** A name, and the local port that serves it. */
export type Site = { host: string; port: number }

/** The name in the files of ops/. */
const NAME = /bullring\.example/g
const UPSTREAM = /127\.0\.0\.1:3000/g
/** Beginning of the sites that operators uncomment. */
const OPTIONAL = /^# Optional:[\s\S]*/m

/**
 * Writes the sites of all names, each as that of the game in ops/nginx.conf.
 *
 * @param hasIpv6 - nginx does not start with an IPv6 address on a machine without IPv6.
 */
export function nginxSites(
  template: string,
  sites: readonly Site[],
  { hasIpv6 }: { hasIpv6: boolean },
): string {
  const used = template.replace(OPTIONAL, '').trimEnd()
  const first = used.indexOf('server {')
  const servers = sites.map((site) => siteOf(used.slice(first), site))
  // One certificate has all names.
  const certificate = new RegExp(`/live/(?:${sites.map(({ host }) => host).join('|')})/`, 'g')
  const text = [siteOf(used.slice(0, first), sites[0]).trimEnd(), ...servers]
    .join('\n\n')
    .replaceAll(certificate, `/live/${sites[0]?.host}/`)
  return `${hasIpv6 ? text : text.replaceAll(/^.*listen \[::\].*\n/gm, '')}\n`
}

/** Writes the sites of all names, each as that of the game in ops/Caddyfile. */
export function caddySites(template: string, sites: readonly Site[]): string {
  const used = template.replace(OPTIONAL, '').trimEnd()
  const first = used.indexOf('bullring.example {')
  const blocks = sites.map((site) => siteOf(used.slice(first), site))
  return `${[siteOf(used.slice(0, first), sites[0]).trimEnd(), ...blocks].join('\n\n')}\n`
}

function siteOf(text: string, site: Site | undefined): string {
  if (site === undefined) return text
  return text.replaceAll(NAME, site.host).replaceAll(UPSTREAM, `127.0.0.1:${site.port}`)
}
