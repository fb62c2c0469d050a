import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { LogReader } from './apply-log.ts'
import { applyLog } from './apply-log.ts'
import { applyPancakeLog } from './apply-pancake-log.ts'

/** Log reader of each market kind. */
export const LOG_READERS: Readonly<Record<MarketKind, LogReader>> = {
  bullring: applyLog,
  'pancake-v2': applyPancakeLog,
}
