/**
 * Returns the URL of an image that is inline or from the wallet service, otherwise null: any other host
 * would learn who looks at which account.
 */
export function trustedImage(
  source: string | null,
  servicesUrl: string | undefined,
): string | null {
  if (source === null) return null
  if (source.startsWith('data:image/')) return source
  if (servicesUrl === undefined || !URL.canParse(source) || !URL.canParse(servicesUrl)) return null
  return new URL(source).origin === new URL(servicesUrl).origin ? source : null
}
