/** Runs in the example page: milliseconds from a click on its button to the dialog on screen. */
export function msToDialog(): Promise<number> {
  const button = document.querySelector<HTMLElement>('main button')
  return new Promise((resolve) => {
    const start = performance.now()
    button?.click()
    const look = () => {
      const title = document.querySelector('dialog[open] h2')
      if (title === null || title.getClientRects().length === 0) requestAnimationFrame(look)
      else resolve(performance.now() - start)
    }
    requestAnimationFrame(look)
  })
}
