const failed = new Set<HTMLLinkElement>()

/** Starts recording stylesheets that fail to load. */
export function trackFailedStyles(): void {
  const record = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  }
  // Load errors do not bubble.
  document.addEventListener('error', record, { capture: true })
}

/**
 * Reloads the stylesheets that failed. Vite requests the styles of a chunk only once, so a chunk that
 * is imported again after a failure would be unstyled.
 *
 * @throws when a stylesheet fails retry.
 */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reload))
}

function reload(link: HTMLLinkElement): Promise<void> {
  failed.delete(link)
  return new Promise((resolve, reject) => {
    const retry = document.createElement('link')
    retry.rel = link.rel
    retry.crossOrigin = link.crossOrigin
    retry.href = link.href
    retry.addEventListener('load', () => resolve())
    retry.addEventListener('error', () =>
      reject(new Error(`Failed to load the styles at ${link.href}`)),
    )
    link.replaceWith(retry)
  })
}
