import { expect, type Page } from '@playwright/test'
import { currentStack, portOf } from '../stack/stacks.ts'

/** Requests of a page, and its violations and errors. */
export type PageMonitor = {
  /** Requests to hosts other than the game's. The chain under test is reached through the game. */
  foreignRequests: string[]
  /** Violations of the content security policy, as the browser reports them. */
  violations: string[]
  /** Uncaught errors. */
  errors: string[]
  /** Number of requests. */
  count: number
}

/**
 * Monitors the page from now on, across navigations.
 *
 * @param host - Host and port of the game. Default: the current stack's.
 */
export async function monitorPage(
  page: Page,
  host = `127.0.0.1:${portOf(currentStack())}`,
): Promise<PageMonitor> {
  const monitor: PageMonitor = { foreignRequests: [], violations: [], errors: [], count: 0 }
  page.on('request', (request) => {
    const url = new URL(request.url())
    monitor.count += 1
    if (url.protocol !== 'data:' && url.host !== host) monitor.foreignRequests.push(url.href)
  })
  page.on('pageerror', (error) => monitor.errors.push(error.message))
  await page.exposeFunction('reportViolation', (text: string) => monitor.violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as Record<string, (text: string) => void>
      reportViolation?.(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  return monitor
}

/** Checks that the page used its own host alone and broke neither its policy nor itself. */
export function expectClean({ count, foreignRequests, violations, errors }: PageMonitor): void {
  expect(count).toBeGreaterThan(5)
  expect({ foreignRequests, violations, errors }).toEqual({
    foreignRequests: [],
    violations: [],
    errors: [],
  })
}
