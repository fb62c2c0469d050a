import type { Position } from '@bullring/prediction/payout'

/** The two sides as the screen names them, with the tone and the icon that go with each. */
export const POSITION_WORDS = { bull: 'UP', bear: 'DOWN' } as const satisfies Record<
  Position,
  string
>

/** Tone and icon share their names. */
export const POSITION_TONES = { bull: 'up', bear: 'down' } as const satisfies Record<
  Position,
  string
>
