import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOnce } from '@bullring/stack/build'
import { repositoryRoot } from '@bullring/stack/repository-root'
import type { Page } from '@playwright/test'

const SOURCE = join(import.meta.dirname, 'official-app')
const VITE = join(repositoryRoot, 'node_modules/vite/bin/vite.js')
const FOLDER = join(repositoryRoot, 'artifacts/official-app')
const ORIGIN = 'https://app.example'

/** Opens an app's page with the official client, unmodified. */
export async function openOfficialApp(page: Page): Promise<void> {
  await buildOnce({
    name: "the official client's page",
    sources: ['e2e/support/walletconnect/official-app/*', 'package-lock.json'],
    marker: join(FOLDER, '.built-from'),
    command: [VITE, 'build', SOURCE, '--outDir', FOLDER, '--emptyOutDir', '--logLevel', 'warn'],
  })
  // A page that is served by the test itself counts as one of another network than the relay.
  await page.context().grantPermissions(['local-network-access'], { origin: ORIGIN })
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = join(FOLDER, pathname === '/' ? 'index.html' : pathname)
    const body = await readFile(path).catch(() => null)
    await route.fulfill(body === null ? { status: 404 } : { path })
  })
  await page.goto(ORIGIN)
}
