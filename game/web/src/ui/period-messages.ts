import { defineMessages } from '#i18n/message.ts'

/** Spans of time up to now. */
export const PERIOD_MESSAGES = defineMessages('period', {
  day: 'Day',
  week: 'Week',
  month: '30 days',
  all: 'All time',
})
