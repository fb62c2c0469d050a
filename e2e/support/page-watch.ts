import { expect, type Page } from '@playwright/test'
import { portOf, worker } from './stack-file.ts'

const OWN_HOST = `127.0.0.1:${portOf(worker)}`

/** What a page did that it must never do. */
export type PageWatch = {
  /** Addresses outside the game's own host; the chain under test is reached through that too. */
  foreignRequests: string[]
  /** Breaches of the content security policy, as the browser reports them. */
  violations: string[]
  /** Errors that nobody caught. */
  errors: string[]
  /** How many requests there were in all. */
  count: number
}

/** Notes everything from now on, over navigations too. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const watch: PageWatch = { foreignRequests: [], violations: [], errors: [], count: 0 }
  page.on('request', (request) => {
    const url = new URL(request.url())
    watch.count += 1
    if (url.protocol !== 'data:' && url.host !== OWN_HOST) watch.foreignRequests.push(url.href)
  })
  page.on('pageerror', (error) => watch.errors.push(error.message))
  await page.exposeFunction('noteViolation', (text: string) => watch.violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note = (window as unknown as Record<string, (text: string) => void>)['noteViolation']
      note?.(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  return watch
}

/** The page has kept to itself and to its policy. */
export function expectClean(watch: PageWatch): void {
  const { foreignRequests, violations, errors } = watch
  expect(watch.count).toBeGreaterThan(5)
  expect({ foreignRequests, violations, errors }).toEqual({
    foreignRequests: [],
    violations: [],
    errors: [],
  })
}
