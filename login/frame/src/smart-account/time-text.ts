import { fill } from '@bullring/wire/text/fill'
import type { FrameMessages } from '#i18n/frame-messages.ts'

const MS = 1_000

/** Returns a time in the user's time zone: "23:00 today", otherwise with its date. */
export function endText(unixS: number, nowMs: number, messages: FrameMessages): string {
  const { language, session } = messages
  const end = new Date(unixS * MS)
  const isToday = end.toDateString() === new Date(nowMs).toDateString()
  const format = new Intl.DateTimeFormat(language, {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  })
  const text = format.format(end)
  return isToday ? fill(session.today, { time: text }) : text
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Returns a number of seconds in the largest unit that is exact: "1 hour". */
export function durationText(seconds: number, { language }: FrameMessages): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / size)
}
