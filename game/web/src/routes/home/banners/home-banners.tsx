import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#api/market/app-config.ts'
import { useHistoryProgress } from '#chain/clock/use-clock-sync.ts'
import { safe } from '#chain/safe/safe.ts'
import { type LineState, useLine } from '#data/line.ts'
import { usePracticeOffer } from '#features/connect/use-practice-offer.ts'
import { useIsWalletModalOpen } from '#features/connect/use-wallet-modal.tsx'
import { ConnectBanner, NetworkBanner, ReturningBanner } from '#features/connect/wallet-banner.tsx'
import { useHomeActions } from '../home-actions.tsx'
import { safeChunk } from '../home-chunks.ts'
import { useHomeRounds } from '../home-data.tsx'
import { HistoryBanner } from './history-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** Banners about problems that currently prevent the visitor from playing. */
export function HomeBanners() {
  const { chain } = useAppConfig()
  const { isFailing, updatedAtMs, retry } = useHomeRounds()
  const line = useLine()
  const history = useHistoryProgress()
  const actions = useHomeActions()
  const mayPractise = usePracticeOffer()
  // The modal says the same, once it has loaded.
  const isModalOpen = useIsWalletModalOpen()
  return (
    <>
      {actions.isWarned && !actions.isOpening && !isModalOpen && (
        <ConnectBanner
          isOpening={actions.isOpening}
          onConnect={actions.openConnect}
          onPractice={mayPractise ? actions.openPractice : null}
          onDismiss={actions.dismissWarning}
        />
      )}
      {actions.isReturning && <ReturningBanner />}
      <SafeRequests />
      {actions.isWrongChain && (
        <NetworkBanner
          chainName={chain.name}
          isSwitching={actions.isSwitching}
          onSwitch={safe() === null ? actions.switchNetwork : null}
        />
      )}
      {history !== null ? (
        <HistoryBanner progress={history} onDone={retry} />
      ) : (
        (isFailing || line.kind === 'lost') && (
          <OfflineBanner updatedAtMs={newestOf(line, updatedAtMs)} onRetry={retry} />
        )
      )}
    </>
  )
}

/** Requests that wait for the owners of a Safe. */
function SafeRequests() {
  const { data: chunk } = useQuery({ ...safeChunk, enabled: safe() !== null })
  return chunk && <chunk.HomeSafe />
}

/** Time of the server's last message: on an open line, silence means that nothing has changed. */
function newestOf(line: LineState, updatedAtMs: number): number {
  return line.kind === 'lost' ? Math.max(line.receivedAtMs, updatedAtMs) : updatedAtMs
}
