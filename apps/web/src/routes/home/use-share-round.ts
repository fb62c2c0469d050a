import { useCallback } from 'react'
import type { Round } from '#api/round.ts'
import { roundQuery } from '#features/rounds/round-number.ts'
import { shareLink } from '#features/share/share.ts'
import { useShareReport } from '#features/share/use-share-report.ts'
import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from './home-messages.ts'

/** Shares the link of a round. */
export function useShareRound(): (round: Round) => void {
  const messages = useMessages(HOME_MESSAGES)
  const report = useShareReport()
  return useCallback(
    async ({ epoch }: Round) => {
      const url = `${window.location.origin}/?${roundQuery(epoch.toString())}`
      report(await shareLink({ title: messages.roundTitle({ epoch }), url }))
    },
    [messages, report],
  )
}
