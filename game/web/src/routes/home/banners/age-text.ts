import type { MessagesOf } from '#i18n/message.ts'
import type { HOME_MESSAGES } from '../home-messages.ts'

type HomeMessages = MessagesOf<typeof HOME_MESSAGES>

/** Says how old the data on screen is. */
export function lastUpdateText(seconds: number, messages: HomeMessages): string {
  if (seconds < 2) return messages.updatedNow
  return seconds < 120
    ? messages.updatedSecondsAgo({ seconds: Math.floor(seconds) })
    : messages.updatedMinutesAgo({ minutes: Math.floor(seconds / 60) })
}

/** Says how long reading the history will take. */
export function timeLeftText(seconds: number, messages: HomeMessages): string {
  if (seconds < 90) return messages.secondsLeft({ seconds: Math.max(seconds, 1) })
  const minutes = Math.round(seconds / 60)
  return minutes < 90
    ? messages.minutesLeft({ minutes })
    : messages.hoursLeft({ hours: Math.round(minutes / 60) })
}
