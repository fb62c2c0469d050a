import type { Position } from '@bullring/prediction/payout'
import type { MessagesByLanguage } from '#i18n/language.ts'

/** English labels of the positions, for sentences that contain one. */
export const POSITION_LABELS = { bull: 'UP', bear: 'DOWN' } as const satisfies Record<
  Position,
  string
>

/** Labels of the two positions. */
export const POSITION_MESSAGES: MessagesByLanguage<Record<Position, string>> = {
  en: POSITION_LABELS,
}

/** Name of the tone and the icon of a position. */
export const POSITION_TONES = { bull: 'up', bear: 'down' } as const satisfies Record<
  Position,
  string
>
