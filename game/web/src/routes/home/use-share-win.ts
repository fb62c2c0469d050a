import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { Win } from '#features/share/draw-win.ts'
import { SHARE_MESSAGES } from '#features/share/share-messages.ts'
import { useShareReport } from '#features/share/use-share-report.ts'
import { useMessages } from '#i18n/language.ts'
import { POSITION_MESSAGES } from '#ui/position-messages.ts'
import { shareWinChunk } from './home-chunks.ts'
import { HOME_MESSAGES } from './home-messages.ts'
import { useRoundLink } from './use-round-link.ts'

/** Returns a function that shares the picture of a win. Its code loads at the first use. */
export function useShareWin(): (win: Win) => void {
  const { brand } = useMessages(HOME_MESSAGES)
  const messages = useMessages(SHARE_MESSAGES)
  const positions = useMessages(POSITION_MESSAGES)
  const client = useQueryClient()
  const symbol = useMarketSymbol()
  const linkOf = useRoundLink()
  const report = useShareReport()
  return useCallback(
    async (win: Win) => {
      const { epoch, position } = win
      const { url, shown } = linkOf(epoch)
      const texts = {
        brand,
        won: messages.iWon,
        side: positions[position],
        round: messages.round({ symbol, epoch }),
        link: shown,
      }
      const link = { title: messages.winTitle({ epoch }), url }
      const chunk = await client.ensureQueryData(shareWinChunk).catch(() => null)
      report(chunk === null ? 'failed' : await chunk.shareWin(win, texts, link))
    },
    [brand, messages, positions, client, symbol, linkOf, report],
  )
}
