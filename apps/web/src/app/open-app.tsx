import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { currentPath } from '#routes/route-link.tsx'
import { watchStyles } from '#ui/missed-styles.ts'
import { sleep } from '#ui/sleep.ts'
import { App } from './app.tsx'
import { appQuery } from './app-query.ts'
import { createQueryClient } from './query-client.ts'

/** Longest stay of the opening mark; from then on the page says what it is waiting for. */
const LONGEST_WAIT_MS = 500

/** Puts the app where the opening mark of index.html stands, drawn with its first numbers if they come soon. */
export async function openApp(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  watchStyles()
  const client = createQueryClient()
  // A failure is told by <Boot>.
  const app = client.query(appQuery(currentPath())).catch(() => undefined)
  await Promise.race([app, sleep(LONGEST_WAIT_MS)])
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  )
}
