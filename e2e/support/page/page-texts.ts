import type { Page } from '@playwright/test'

/** Returns every text of the page with letters, labels for screen readers included, without its numbers. */
export function pageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // The selector offers each language in itself.
      const isHidden = node.parentElement?.closest('script, style, noscript, option, address')
      if (!isHidden) texts.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        texts.push(element.getAttribute(name) ?? '')
      }
    }
    const words = texts
      .map((text) => text.replace(/0x[\da-f\u2026]+/gi, '').replace(/[\d.,:+$#-]+/g, '#'))
      .map((text) => text.replace(/\s+/g, ' ').trim())
    return [...new Set(words.filter((text) => /\p{Letter}{2}/u.test(text)))]
  })
}
