/** Opens a link without giving the other page access to this one. */
export function openLink(href: string, target = '_blank'): void {
  window.open(href, target, 'noreferrer noopener')
}
