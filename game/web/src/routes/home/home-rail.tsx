import { LastRounds } from '#features/activity/last-rounds.tsx'
import { LiveBets } from '#features/activity/live-bets.tsx'
import { useRecentRounds } from '#features/rounds/use-past-rounds.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeRounds } from './home-data.tsx'
import styles from './home-rail.module.css'

const SHOWN_ROUNDS = 20

/** The latest events of the game, beside the chart on wide screens. */
export function HomeRail() {
  const { epoch } = useHomeRounds()
  const { showRound } = useHomeActions()
  const places = useRecentRounds(epoch, SHOWN_ROUNDS)
  const rounds = places.flatMap(({ round }) => round ?? []).toReversed()
  const isLoading = epoch === null || (rounds.length === 0 && places.some(exists))
  return (
    <div className={styles['lists']}>
      <LiveBets />
      <LastRounds rounds={isLoading ? undefined : rounds} onOpen={showRound} />
    </div>
  )
}

function exists({ epoch }: { epoch: bigint }): boolean {
  return epoch > 0n
}
