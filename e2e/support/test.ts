import { test as base } from '@playwright/test'

/**
 * A test that closes every browser context when it ends. Playwright closes only those that it opened
 * itself; pages of the others would keep running beside later tests.
 */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
