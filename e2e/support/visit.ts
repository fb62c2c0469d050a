import { test as base } from '@playwright/test'

/**
 * A test whose visitors leave when it ends. Playwright closes only the contexts that it opened itself;
 * the pages of all others would go on drawing beside every later test.
 */
export const test = base.extend<{ leaving: undefined }>({
  leaving: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
