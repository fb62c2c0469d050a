import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ExamplePage } from './example-page.tsx'
import { readSettings } from './settings.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ExamplePage settings={readSettings(new URLSearchParams(window.location.search))} />
  </StrictMode>,
)
