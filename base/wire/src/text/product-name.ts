/** Name of the product, for which the brand of an installation can stand. */
export const PRODUCT_NAME = 'Bullring'

/** Returns a text with the name of the installation's brand. */
export function withBrandName(text: string, name: string): string {
  return text.replaceAll(PRODUCT_NAME, () => name)
}
