const failed = new Map<string, HTMLLinkElement>()

/** Starts recording stylesheets that fail to load. */
export function trackFailedStyles(): void {
  const record = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      failed.set(target.href, target)
    }
  }
  // Load errors do not bubble.
  document.addEventListener('error', record, { capture: true })
}

const retries = new Map<string, Promise<void>>()

/**
 * Reloads a stylesheet if it failed. Vite requests the styles of a chunk only once, so a chunk that is imported again
 * after a failure would be unstyled.
 *
 * @throws {Error} when it fails once more.
 */
export async function reloadFailedStyle(address: string): Promise<void> {
  const link = failed.get(address)
  if (link !== undefined) {
    failed.delete(address)
    retries.set(address, reload(link))
  }
  await retries.get(address)
}

function reload(link: HTMLLinkElement): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const retry = document.createElement('link')
  retry.rel = link.rel
  retry.crossOrigin = link.crossOrigin
  retry.href = link.href
  retry.addEventListener('load', () => resolve())
  retry.addEventListener('error', () => reject(new Error(`${link.href} was not loaded.`)))
  link.replaceWith(retry)
  return promise
}
