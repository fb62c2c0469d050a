import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

/** Puts the app where the opening mark of index.html stands. */
export function openApp(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
