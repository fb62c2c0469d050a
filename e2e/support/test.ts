import { test as base } from '@playwright/test'
import { restAnimations } from './page/rest-animations.ts'

/**
 * A test that closes every browser context when it ends. Playwright closes only those that it opened
 * itself. Pages of the others would keep running beside later tests.
 */
export const test = base.extend<{ closeContexts: undefined }, { restingBrowser: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  restingBrowser: [
    async ({ browser }, use) => {
      restAnimations(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})
