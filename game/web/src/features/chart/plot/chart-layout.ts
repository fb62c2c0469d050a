import type { Plot } from '../scale/chart-scale.ts'

/** Space in pixels for the price labels on the right, the times below and the names of rounds above. */
export const MARGIN = { top: 22, right: 92, bottom: 24, left: 0 }

/** Height in pixels of a tag on an axis. */
export const TAG_HEIGHT = 22

/** Characters that fit on a price tag. */
const TAG_CHARACTERS = 11

/** Returns a price as its tag shows it: from $100,000 without the last two decimals, which would be cut off. */
export function tagText(price: string): string {
  return price.length > TAG_CHARACTERS ? price.slice(0, -2) : price
}

/** Half the height in pixels of a label. */
const HALF_LABEL = 7

/** Returns the size of the plot within the margins. */
export function innerPlot(size: Plot): Plot {
  return {
    width: Math.max(1, size.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  }
}

/** Whether a grid line's label stays clear of a tag: a label beside another line would name the wrong price. */
export function isLabelFree(line: number, tag: number): boolean {
  return Math.abs(line - tag) >= TAG_HEIGHT / 2 + HALF_LABEL
}
