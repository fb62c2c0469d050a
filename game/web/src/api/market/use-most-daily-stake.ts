import { toWei, type Wei } from '@bullring/prediction/units'
import { useAppConfig } from './app-config.ts'

/** Returns the most that the operator lets a player stake per day; null for no limit. */
export function useMostDailyStake(): Wei | null {
  const dailyStake = useAppConfig().brand?.dailyStake ?? null
  return dailyStake === null ? null : toWei(BigInt(dailyStake))
}
