import type { Position } from '@bullring/prediction/payout'
import { defineMessages } from '#i18n/message.ts'

/** Labels of the two positions. */
export const POSITION_MESSAGES = defineMessages('position', { bull: 'UP', bear: 'DOWN' })

/** Name of the tone and the icon of a position. */
export const POSITION_TONES = { bull: 'up', bear: 'down' } as const satisfies Record<
  Position,
  string
>
