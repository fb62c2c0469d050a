/** Resolves after `ms`; by default in the next task, so that the browser can paint and handle input. */
export function sleep(ms = 0): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
