/** Resolves after `ms`; without a time once the browser has had room to draw and to answer the visitor. */
export function sleep(ms = 0): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
