/** Number of failed requests by address. */
const failures = new Map<string, number>()

/**
 * Imports a chunk. Browsers may remember that a module or its preload failed and never request its address again (HTML,
 * "fetch a single module script"): after a failure, the address gets another fragment, which the server does not see.
 */
async function importChunk(address: string): Promise<unknown> {
  const failed = failures.get(address) ?? 0
  try {
    return await import(/* @vite-ignore */ failed === 0 ? address : `${address}#${failed}`)
  } catch (error) {
    failures.set(address, failed + 1)
    throw error
  }
}

function countFailedPreload({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'modulepreload') return
  failures.set(target.href, (failures.get(target.href) ?? 0) + 1)
}

// Load errors do not bubble.
document.addEventListener('error', countFailedPreload, { capture: true })
// The build calls it by this name (build/import-chunks.ts).
Object.assign(globalThis, { importChunk })
