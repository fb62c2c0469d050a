import { PRODUCT_NAME } from '@bullring/wire/text/product-name'

/** Returns the name of the installation's brand, which the server has put into the page's head. */
export function brandName(): string {
  return contentOf('application-name') ?? PRODUCT_NAME
}

/** Returns the path of the brand's logo; null for the product's. */
export function brandLogo(): string | null {
  return contentOf('brand-logo')
}

function contentOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}
