/**
 * The address of a picture when it is in the page's own hands: inline, or from the wallet service.
 * A picture from anywhere else would tell a stranger who looks at which account.
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
