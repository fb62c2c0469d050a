import type { Appearance } from './appearance.ts'
import type { SelectedChain } from './chain-id.ts'

/** What the handlers remember between requests. */
export type FrameState = { chain: SelectedChain; appearance: Appearance }
