import { canPin, findObstacle, type Obstacle, type PageMeasures } from './find-obstacle.ts'

/** Share of each part on the screen; the rest is for rounding. */
const WHOLE = 0.98

/** Least time between two reports of the browser, the minimum for tracked visibility. */
const REPORT_DELAY_MS = 100

/** Interval between frames while the page is not whole on the screen: without a frame, the browser reports no change. */
const FRAME_MS = 250

/** Least side of the visible part of a page that counts as shown. */
const MIN_SHOWN = 40

/** Scroll positions are fractions of pixels. */
const ROUNDING = 2

/** Options of the second version of IntersectionObserver, which only Chromium has. */
type TrackingOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number }
type TrackingEntry = IntersectionObserverEntry & { isVisible?: boolean }

/** The elements of a request's page. */
export type PageParts = {
  /** Fills the window, and scrolls. */
  page: HTMLElement
  /** Title and what is asked. */
  pinned: HTMLElement
  /** Scrolls below `pinned`. */
  content: HTMLElement
  /** Buttons. */
  footer: HTMLElement
}

export type PageReport = {
  obstacle: Obstacle | null
  /** Whether title and what is asked can remain on the page while the rest is scrolled. */
  isPinnable: boolean
  /** Whether any of the page is on the screen. A separate window always counts as shown. */
  isShown: boolean
}

/**
 * Calls `report` after each change of what the browser says about the page: size, position, scrolling, cover, colours,
 * content.
 */
export class PageWatch {
  readonly #parts: PageParts
  readonly #report: (state: PageReport) => void
  readonly #view: Window & typeof globalThis
  readonly #entries = new Map<Element, TrackingEntry>()
  readonly #stopped = new AbortController()
  /** End of what was on the screen, as a distance from the start of the page. */
  #seen = 0
  /** Scroll position when the page was last whole on the screen. */
  #lastTop = 0
  /** Whether the page was scrolled while something covered it. */
  #hasGap = false
  /** Sizes at the last report. */
  #reported = ''

  constructor(parts: PageParts, report: (state: PageReport) => void) {
    this.#parts = parts
    this.#report = report
    // A page of another window has its own observers.
    this.#view = (parts.page.ownerDocument.defaultView ?? window) as Window & typeof globalThis
    this.#watchSight()
    this.#watchSizes()
    this.#watchColours()
    const { signal } = this.#stopped
    const update = () => this.#update()
    parts.page.addEventListener('scroll', update, { signal, passive: true })
    for (const change of ['resize', 'focus', 'blur']) {
      this.#view.addEventListener(change, update, { signal })
    }
    parts.page.ownerDocument.addEventListener('visibilitychange', update, { signal })
  }

  stop(): void {
    this.#stopped.abort()
  }

  /** Returns what prevents an approval at this moment, which the browser may not have reported yet. */
  check(): Obstacle | null {
    return findObstacle(this.#measure())
  }

  /** Returns whether the page has had another size since the last report. */
  isResized(): boolean {
    return sizesIn(this.#measure()) !== this.#reported
  }

  #watchSight(): void {
    const options: TrackingOptions = {
      threshold: [0, 0.25, 0.5, 0.75, 0.9, WHOLE, 1],
      trackVisibility: true,
      delay: REPORT_DELAY_MS,
    }
    const observer = new this.#view.IntersectionObserver((entries) => {
      for (const entry of entries) this.#entries.set(entry.target, entry)
      this.#update()
    }, options)
    const { page, pinned, footer } = this.#parts
    for (const part of [page, pinned, footer]) observer.observe(part)
    const timer = this.#view.setInterval(() => {
      if (!this.#isWhole()) this.#view.requestAnimationFrame(() => undefined)
    }, FRAME_MS)
    this.#onStop(() => {
      observer.disconnect()
      this.#view.clearInterval(timer)
    })
  }

  /** Another size is another content, or another place of its end. */
  #watchSizes(): void {
    const observer = new this.#view.ResizeObserver(() => {
      this.#seen = 0
      this.#update()
    })
    const { page, pinned, content } = this.#parts
    for (const part of [page, pinned, content]) observer.observe(part)
    this.#onStop(() => observer.disconnect())
  }

  /** The app around the page chooses them. */
  #watchColours(): void {
    const observer = new this.#view.MutationObserver(() => this.#update())
    observer.observe(this.#parts.page.ownerDocument.documentElement, { attributes: true })
    this.#onStop(() => observer.disconnect())
  }

  #onStop(stop: () => void): void {
    this.#stopped.signal.addEventListener('abort', stop, { once: true })
  }

  #update(): void {
    const measures = this.#measure()
    this.#follow(measures)
    this.#reported = sizesIn(measures)
    this.#report({
      obstacle: this.check(),
      isPinnable: canPin(measures),
      isShown: this.#isShown(),
    })
  }

  #measure(): PageMeasures {
    const { page, pinned, content, footer } = this.#parts
    const { clientWidth: width, clientHeight: height } = page
    return {
      width,
      height,
      isEmbedded: this.#isEmbedded(),
      isInFront: this.#isEmbedded() || page.ownerDocument.hasFocus(),
      pixelRatio: this.#view.devicePixelRatio,
      pinnedHeight: pinned.offsetHeight,
      footerHeight: footer.offsetHeight,
      fits: page.scrollHeight <= height + ROUNDING,
      isWhole: this.#isWhole(),
      isRead: this.#seen >= pinned.offsetHeight + content.offsetHeight - ROUNDING,
    }
  }

  /** Remembers how far the user has read. What was scrolled past while something covered the page does not count. */
  #follow(measures: PageMeasures): void {
    const { scrollTop } = this.#parts.page
    const obstacle = findObstacle(measures)
    if (obstacle !== null && obstacle !== 'unread') {
      if (scrollTop !== this.#lastTop) this.#hasGap = true
      return
    }
    const { height, pinnedHeight, footerHeight } = measures
    const start = canPin(measures) ? scrollTop + pinnedHeight : scrollTop
    if (scrollTop <= ROUNDING || start <= this.#seen) this.#hasGap = false
    if (this.#hasGap) {
      // Back to what was not read: at the end of the page, a reader could not know.
      this.#parts.page.scrollTop = Math.max(0, Math.floor(this.#seen - (start - scrollTop)))
      return
    }
    this.#seen = Math.max(this.#seen, scrollTop + height - footerHeight)
    this.#lastTop = scrollTop
  }

  #isWhole(): boolean {
    const { page, pinned, footer } = this.#parts
    if (page.ownerDocument.visibilityState !== 'visible') return false
    return [page, pinned, footer].every((part) => {
      const entry = this.#entries.get(part)
      return entry !== undefined && entry.intersectionRatio >= WHOLE && (entry.isVisible ?? true)
    })
  }

  #isEmbedded(): boolean {
    return this.#view.parent !== this.#view
  }

  #isShown(): boolean {
    if (!this.#isEmbedded()) return true
    const { page } = this.#parts
    const entry = this.#entries.get(page)
    if (entry?.isIntersecting !== true) return false
    const { width, height } = entry.intersectionRect
    return Math.min(width, height, page.clientWidth, page.clientHeight) >= MIN_SHOWN
  }
}

/** The footer's size follows the readiness itself. */
function sizesIn({ width, height, pixelRatio, pinnedHeight }: PageMeasures): string {
  return [width, height, pixelRatio, pinnedHeight].join(' ')
}
