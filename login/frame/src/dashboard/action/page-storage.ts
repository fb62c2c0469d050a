/** Uses what a reload keeps. Browsers that block it, or what is stored, make no difference to the page. */
export function withStorage<result>(work: (storage: Storage) => result): result | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
