/** A window above the page that the back button closes: a dialog, drawer, tray or the wallet modal. */
export type OpenWindow = {
  close: () => void
  /** Query in the address bar while the window is on top, such as `round=123`. */
  query?: string | undefined
}

/** State of a session history entry: the number of open windows, and their query. */
type Entry = { windows: number; query?: string | undefined }

let windows: readonly OpenWindow[] = []
const listeners: ((count: number) => void)[] = []
let isStarted = false
let isTraversing = false
let isScheduled = false

/**
 * Starts following the back button. Every open window has an entry in the session history. Going back
 * closes the topmost window, and closing a window removes its entry.
 */
export function startWindowHistory(): void {
  if (isStarted) return
  isStarted = true
  window.addEventListener('popstate', closeLeftWindows)
  // After a reload the windows are closed, unless the address opens one.
  if (currentEntry().query === undefined) schedule()
}

/** Calls `listener` with the number of open windows after each change. */
export function followWindows(listener: (count: number) => void): void {
  listeners.push(listener)
}

function setWindows(changed: readonly OpenWindow[]): void {
  windows = changed
  for (const listener of listeners) listener(windows.length)
}

/** Adds an entry for a window, until the returned function is called. */
export function addWindow(added: OpenWindow): () => void {
  setWindows([...windows, added])
  // Immediately, before the back button can be pressed, unless it replaces a window that closes.
  if (isStarted && !isScheduled && !isTraversing) syncEntries()
  else schedule()
  return () => {
    setWindows(windows.filter((other) => other !== added))
    schedule()
  }
}

/** Opens `url` in a new entry. It replaces the entry of a window, which does not survive the page. */
export function openUrl(url: string): void {
  if (currentEntry().windows > 0) window.history.replaceState(null, '', url)
  else window.history.pushState(null, '', url)
}

function currentEntry(): Entry {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return { windows: 0 }
  if (!('windows' in state) || typeof state.windows !== 'number') return { windows: 0 }
  const query = 'query' in state && typeof state.query === 'string' ? state.query : undefined
  return { windows: state.windows, query }
}

function closeLeftWindows(): void {
  if (isTraversing) isTraversing = false
  else for (const left of windows.slice(currentEntry().windows).toReversed()) left.close()
  schedule()
}

/** Waits for the render that follows, in which one window may replace another or refuse to close. */
function schedule(): void {
  if (!isStarted || isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (!isTraversing) syncEntries()
  })
}

/** Makes the current entry match the open windows. */
function syncEntries(): void {
  const surplus = currentEntry().windows - windows.length
  if (surplus > 0) {
    isTraversing = true
    window.history.go(-surplus)
    return
  }
  for (const added of windows.slice(currentEntry().windows)) pushEntry(added)
  const top = windows.at(-1)
  if (top !== undefined && top.query !== currentEntry().query) replaceQuery(top.query)
}

function pushEntry({ query }: OpenWindow): void {
  const { windows: below } = currentEntry()
  // The page was opened with the address of a window: closing that window leads to the page itself.
  if (below === 0) window.history.replaceState(null, '', urlWith(undefined, query))
  window.history.pushState({ windows: below + 1, query }, '', urlWith(query, query))
}

function replaceQuery(query: string | undefined): void {
  const { windows: count, query: before } = currentEntry()
  window.history.replaceState({ windows: count, query }, '', urlWith(query, before))
}

/** Returns the address of the page with the parameters of `query` and without the parameters of `without`. */
function urlWith(query: string | undefined, without: string | undefined): string {
  if (query === undefined && without === undefined) return window.location.href
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  for (const name of new URLSearchParams(without).keys()) parameters.delete(name)
  for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value)
  const text = parameters.toString()
  return `${pathname}${text === '' ? '' : `?${text}`}${hash}`
}
