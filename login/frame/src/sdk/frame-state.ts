import type { Appearance } from './appearance.ts'
import type { SelectedChain } from './chain-id.ts'

/** State of the handlers between requests. */
export type FrameState = {
  chain: SelectedChain
  appearance: Appearance
  /** Whether the site knows the chains with smart accounts; before, it cannot offer the user a choice. */
  isChoiceOffered: boolean
  /** Whether the app understands `APPROVED_TYPE`. */
  hearsApproval: boolean
  /** Whether the app leaves the choice of the account to the wallet. */
  followsWallet: boolean
  /** Whether the browser of the app opens no windows. */
  opensNoWindows: boolean
}
