import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'

/** A rule that an element breaks. */
type Violation = {
  id: string
  nodes: readonly { html: string; text: string }[]
}

/** Contrast of WCAG level AAA. Visitors decide by numbers, so numbers need it. Everything else needs AA. */
const HIGH_CONTRAST = 'color-contrast-enhanced'

/**
 * Checks that axe finds no violation and no low-contrast number in a page or frame, and that no tooltip repeats the name of a
 * control, once animations have ended.
 */
export async function expectAccessible(page: Page | Frame, state: string): Promise<void> {
  await page.evaluate(waitForAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(findViolations, HIGH_CONTRAST)
  const found = violations
    .filter(({ id }) => id !== HIGH_CONTRAST)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect.soft(found, state).toEqual([])
  expect.soft(await page.evaluate(findRepeatedNames), `tooltips of ${state}`).toEqual([])
  const faintNumbers = violations
    .filter(({ id }) => id === HIGH_CONTRAST)
    .flatMap(({ nodes }) => nodes.map(({ text }) => text))
    .filter((text) => /\d/.test(text))
  expect.soft(faintNumbers, `numbers of ${state}`).toEqual([])
}

/**
 * Runs in the page: waits for short animations, not for endless or long ones such as a countdown. The end of an
 * animation may start the next: the view that enters follows the one that leaves.
 */
async function waitForAnimations(): Promise<void> {
  let quietFrames = 0
  while (quietFrames < 3) {
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 1_000)
      .filter(({ playState }) => playState === 'running')
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    quietFrames = ending.length === 0 ? quietFrames + 1 : 0
  }
}

/**
 * Runs in the page, after axe's source: checks the open windows, else all of the page, which is inert behind a window. Returns
 * violations only: the passes would be megabytes.
 */
async function findViolations(highContrast: string): Promise<Violation[]> {
  const windows = [...document.querySelectorAll('dialog:modal')]
  const context = windows.length === 0 ? document : windows
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, {
    resultTypes: ['violations'],
    rules: { [highContrast]: { enabled: true } },
  })
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, target }) => ({
      html,
      text: document.querySelector(`${target}`)?.textContent ?? '',
    })),
  }))
}

/** Runs in the page: finds tooltips of controls that screen readers would read after a name with the same text. */
function findRepeatedNames(): string[] {
  const controls = 'a[title], button[title], input[title], [role][title], [tabindex][title]'
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => element.title === (element.ariaLabel ?? element.innerText.trim()))
    .map(({ outerHTML }) => outerHTML)
}
