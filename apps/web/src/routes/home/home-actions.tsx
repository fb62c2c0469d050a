import type { Position } from '@bullring/prediction/payout'
import { useCallback, useState } from 'react'
import type { Round } from '#api/round.ts'
import type { Wallet } from '#chain/use-wallet.ts'
import { useWalletModal } from '#features/connect/use-wallet-modal.ts'

/** The window that is open above the page; there is at most one. */
export type OpenWindow =
  | { kind: 'none' }
  | { kind: 'connect' }
  | { kind: 'history' }
  | { kind: 'stats' }
  | { kind: 'verify'; round: Round }
  | { kind: 'bet'; position: Position; round: Round }

const NONE: OpenWindow = { kind: 'none' }

/** Opens and closes the windows. Spec, section 4: a bet needs a connected wallet, else the banner shows. */
export function useHomeWindows(wallet: Wallet, switchNetwork: () => void) {
  const [open, setOpen] = useState<OpenWindow>(NONE)
  const [isWarned, setWarned] = useState(false)
  const close = useCallback(() => setOpen(NONE), [])
  const { isOpening, openModal } = useWalletModal(() => {
    setWarned(false)
    setOpen({ kind: 'connect' })
  })

  const enter = (position: Position, round: Round) => {
    if (wallet.kind !== 'connected') setWarned(true)
    else if (wallet.isWrongChain) switchNetwork()
    else setOpen({ kind: 'bet', position, round })
  }
  return {
    open,
    isWarned,
    close,
    enter,
    openHistory: () => setOpen({ kind: 'history' }),
    openVerify: (round: Round) => setOpen({ kind: 'verify', round }),
    openStats: () => setOpen({ kind: 'stats' }),
    isOpening,
    openConnect: openModal,
    dismissWarning: () => setWarned(false),
  }
}
