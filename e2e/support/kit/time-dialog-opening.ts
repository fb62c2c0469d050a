/** Runs in the example page: milliseconds from a click on its button until the dialog's title is visible. */
export function timeDialogOpening(): Promise<number> {
  const button = document.querySelector<HTMLElement>('main button')
  return new Promise((resolve) => {
    const start = performance.now()
    button?.click()
    const check = () => {
      const title = document.querySelector('dialog[open] h2')
      if (title === null || title.getClientRects().length === 0) requestAnimationFrame(check)
      else resolve(performance.now() - start)
    }
    requestAnimationFrame(check)
  })
}
