const missed = new Set<HTMLLinkElement>()

/** Notes from now on which stylesheets did not load. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missed.add(target)
  }
  // Such errors do not bubble.
  document.addEventListener('error', note, { capture: true })
}

/**
 * Asks again for what did not load. Vite asks once for the styles of a part that comes later: a part
 * that is asked for again would come without its look.
 *
 * @throws when they do not load now either.
 */
export async function loadMissedStyles(): Promise<void> {
  await Promise.all([...missed].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  missed.delete(link)
  return new Promise((resolve, reject) => {
    const again = document.createElement('link')
    again.rel = link.rel
    again.crossOrigin = link.crossOrigin
    again.href = link.href
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`There are no styles at ${link.href}`)))
    link.replaceWith(again)
  })
}
