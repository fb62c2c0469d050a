import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { formatDay, formatHour, formatTime } from '#format/format.ts'
import type { LinearScale } from './linear-scale.ts'

/** Steps between labels, in seconds. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200]
const DAY = 86_400
const SECONDS_PER_MINUTE = 60
/** Minimum distance between two labels, in pixels, and as a share of the plot: a narrow one has two labels. */
const SPACING = 96
const SPACING_SHARE = 0.4

/** A label of the time axis. */
export type TimeTick = { at: UnixSeconds; text: string }

/**
 * Returns the round times to label, as many as fit: days where they lie further apart.
 *
 * @param width - Of the plot, in pixels.
 */
export function timeTicks(
  { domain: [start, end] }: LinearScale,
  width: number,
  language: string,
): TimeTick[] {
  const least = ((end - start) / width) * Math.min(SPACING, width * SPACING_SHARE)
  const step = STEPS.find((candidate) => candidate >= least) ?? Math.ceil(least / DAY) * DAY
  // Round in the visitor's time zone.
  const offset = new Date(start * 1_000).getTimezoneOffset() * SECONDS_PER_MINUTE
  const first = Math.ceil((start - offset) / step) * step + offset
  const count = Math.max(0, Math.floor((end - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = toUnixSeconds(first + index * step)
    return { at, text: textAt(at, step, language) }
  })
}

function textAt(at: UnixSeconds, step: number, language: string): string {
  if (step < SECONDS_PER_MINUTE) return formatTime(at)
  return step < DAY ? formatHour(at) : formatDay(at, language)
}
