import type { Position } from '@bullring/prediction/payout'
import type { MessagesByLanguage } from '#i18n/language.ts'

/** Labels of the two positions. */
export const POSITION_MESSAGES: MessagesByLanguage<Record<Position, string>> = {
  en: { bull: 'UP', bear: 'DOWN' },
}

/** Name of the tone and the icon of a position. */
export const POSITION_TONES = { bull: 'up', bear: 'down' } as const satisfies Record<
  Position,
  string
>
