import type { Round } from '#api/round/round.ts'
import { PracticeDialog } from '#features/practice/practice-dialog.tsx'
import { PracticeStrip } from '#features/practice/practice-strip.tsx'
import { useCurrentState } from '#features/rounds/use-current-state.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeRounds } from './home-data.tsx'

/** Practice of a visitor without a wallet, where the strip of a player's bets would be. */
export function HomePractice() {
  return <PracticeStrip onOpen={useHomeActions().openPractice} />
}

type WindowProps = { onClose: () => void }

/** The window in which a visitor practises. */
export function PracticeWindow({ onClose }: WindowProps) {
  const { next } = useHomeRounds()
  if (next.kind === 'ready') return <OfRound round={next.round} onClose={onClose} />
  return <Practice round={null} isOpen={false} onClose={onClose} />
}

function OfRound({ round, onClose }: WindowProps & { round: Round }) {
  const isOpen = useCurrentState(round).kind === 'open'
  return <Practice round={round} isOpen={isOpen} onClose={onClose} />
}

function Practice(props: WindowProps & { round: Round | null; isOpen: boolean }) {
  const { openConnect } = useHomeActions()
  const goReal = () => {
    props.onClose()
    openConnect()
  }
  return <PracticeDialog {...props} onReal={goReal} />
}
