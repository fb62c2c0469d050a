/**
 * Returns whether the page around the frame belongs to the wallet's site. Browsers give frames of other sites a separate
 * storage, which pages of the wallet do not see, and no such cookie.
 */
export function isSameSite(page: { cookie: string }): boolean {
  const name = 'same-site'
  const write = (lifeS: number) => {
    page.cookie = `${name}=1; SameSite=Strict; Max-Age=${lifeS}`
  }
  write(10)
  const isKept = page.cookie.split('; ').includes(`${name}=1`)
  write(0)
  return isKept
}
