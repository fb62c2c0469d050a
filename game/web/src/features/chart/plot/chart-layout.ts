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

/** Minimum distance in pixels from the middle of a tag to the middle of a label. */
const CLEARANCE = TAG_HEIGHT / 2 + 9

/** Returns the size of the plot within the margins. */
export function innerPlot(size: Plot): Plot {
  return {
    width: Math.max(1, size.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  }
}

/** Height in pixels that a label needs. */
const LABEL_HEIGHT = 14

/** Pixels between a line and a tag that names the same price. */
const SAME = 0.5

/**
 * Returns the place of each grid line's label: beside the line, or just clear of the tag; null where
 * that would cover the label of another line, or the tag says the same.
 */
export function labelPlaces(lines: readonly number[], tag: number): readonly (number | null)[] {
  return lines.map((line) => {
    const y = labelY(line, tag)
    const isTaken =
      y !== line && lines.some((other) => other !== line && Math.abs(other - y) < LABEL_HEIGHT)
    return isTaken || Math.abs(line - tag) < SAME ? null : y
  })
}

function labelY(line: number, tag: number): number {
  const distance = line - tag
  if (Math.abs(distance) >= CLEARANCE) return line
  return distance < 0 ? tag - CLEARANCE : tag + CLEARANCE
}
