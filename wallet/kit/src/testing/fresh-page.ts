import { focusManager, onlineManager } from '@tanstack/react-query'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// Runs before each test file of a browser project. The files of a worker share one window and the
// loaded libraries, which are slow to load. Everything else is reset, so that no file depends on what an
// earlier one has left behind.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
// These libraries keep state between files.
onlineManager.setOnline(true)
focusManager.setFocused(undefined)
// A busy machine renders slowly. No test asserts how fast.
configure({ asyncUtilTimeout: 15_000 })
if (typeof document !== 'undefined') emptyPage()

function emptyPage(): void {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  document.title = ''
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
}
