import type { Page } from '@playwright/test'

/**
 * Returns a line for every text that visitors cannot read in full: cut by the window, a card or a box that
 * hides its overflow or has a background, or covered by another text. Ellipses and rows that scroll sideways are meant.
 */
export function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(findUnreadableTexts)
}

/** Runs in the page. */
function findUnreadableTexts(): string[] {
  /** Rounding of the layout, and the room that fonts keep around glyphs. */
  const TOLERANCE = 1.5
  type Box = { left: number; right: number; top: number; bottom: number }
  type Found = { text: string; node: Text; box: Box }

  const isHidden = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath.includes('inset(50%)')) return true
    }
    return false
  }
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.split(' ')[0] ?? ''}`

  const findTexts = (): Found[] => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Found[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const text = node.data.trim()
      const parent = node.parentElement
      if (text === '' || parent === null || parent.closest('svg, select, noscript, [inert]'))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width > 1 && box.height > 1 && !isHidden(parent)) found.push({ text, node, box })
      }
    }
    return found
  }

  const exceeds = (box: Box, { left, right }: { left: number; right: number }) =>
    box.left < left - TOLERANCE || box.right > right + TOLERANCE

  /** Returns null for an element that does not decide: the text may be cut further up. */
  const verdictOf = (at: Element, box: Box): 'fits' | 'cut' | null => {
    const { overflowX, textOverflow, backgroundColor } = getComputedStyle(at)
    if (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX)) return 'fits'
    const isTile = backgroundColor !== 'rgba(0, 0, 0, 0)'
    const isFrame =
      isTile || overflowX !== 'visible' || at.matches('[data-card], a, dialog, button')
    return isFrame && exceeds(box, at.getBoundingClientRect()) ? 'cut' : null
  }

  const cutBy = ({ node, box }: Found): string | null => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      const verdict = verdictOf(at, box)
      if (verdict !== null) return verdict === 'cut' ? nameOf(at) : null
    }
    return exceeds(box, { left: 0, right: document.documentElement.clientWidth })
      ? 'the window'
      : null
  }

  const overlap = (a: Box, b: Box) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
    // Lines of text may touch: their boxes are higher than their letters.
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5

  const visibleBox = ({ node, box }: Found): Box => {
    let { left, right, top, bottom } = box
    for (let at = node.parentElement; at; at = at.parentElement) {
      // A list that scrolls hides rows above and below it.
      if (getComputedStyle(at).overflowX === 'visible') continue
      const bounds = at.getBoundingClientRect()
      left = Math.max(left, bounds.left)
      right = Math.min(right, bounds.right)
      top = Math.max(top, bounds.top)
      bottom = Math.min(bottom, bounds.bottom)
    }
    return { left, right, top, bottom }
  }

  /** Returns the layer that covers others on purpose: a toast, an open window, or a sticky element. */
  const layerOf = ({ parentElement }: Node): Element | null => {
    for (let at = parentElement; at; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
    }
    return null
  }

  const texts = findTexts()
  const problems = texts.flatMap((found) => {
    const by = cutBy(found)
    return by === null ? [] : [`"${found.text}" is cut by ${by}`]
  })
  const shown = texts.map((found) => ({
    ...found,
    box: visibleBox(found),
    layer: layerOf(found.node),
  }))
  shown.forEach((found, index) => {
    for (const other of shown.slice(index + 1)) {
      if (found.node === other.node || found.layer !== other.layer) continue
      if (overlap(found.box, other.box))
        problems.push(`"${found.text}" and "${other.text}" overlap`)
    }
  })
  return [...new Set(problems)]
}
