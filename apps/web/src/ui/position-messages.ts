import type { Position } from '@bullring/prediction/payout'
import type { MessagesByLanguage } from '#i18n/language.ts'

/** The two sides as the screen names them. */
export const POSITION_MESSAGES: MessagesByLanguage<Record<Position, string>> = {
  en: { bull: 'UP', bear: 'DOWN' },
}

/** Tone and icon of a side share their name. */
export const POSITION_TONES = { bull: 'up', bear: 'down' } as const satisfies Record<
  Position,
  string
>
