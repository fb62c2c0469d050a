import type { Browser } from '@playwright/test'

/** From this duration on, a transition is a gauge that follows the clock: it would start again before it ends. */
const SLOW_MS = 400

/**
 * Stops the motion that never ends in every page of `browser`: pulsing dots, spinners and the gauge of the countdown.
 * Chromium draws without a GPU here, and each open page would keep a third of a core busy. With `reducedMotion: 'no-preference'`, everything else moves.
 */
export function restAnimations(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(stopEndlessMotion, SLOW_MS)
    return context
  }
}

/** Runs in the page. */
function stopEndlessMotion(slowMs: number): void {
  const stop = () => {
    for (const animation of document.getAnimations()) {
      const { iterations, endTime } = animation.effect?.getComputedTiming() ?? {}
      if (animation.playState !== 'running') continue
      if (iterations === Number.POSITIVE_INFINITY) animation.pause()
      else if (animation instanceof CSSTransition && Number(endTime) >= slowMs) animation.finish()
    }
  }
  for (const event of ['animationstart', 'transitionrun']) addEventListener(event, stop, true)
}
