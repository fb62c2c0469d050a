import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#api/market/app-config.ts'
import { brandName } from '#browser/page-brand.ts'
import { useSessionToken } from '#chain/wallet/sign-in-session.ts'
import { useWallet, useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useDisconnectWithUndo } from '#features/connect/use-disconnect-with-undo.ts'
import { useSwitchNetwork } from '#features/connect/use-switch-network.ts'
import { useWalletModal } from '#features/connect/use-wallet-modal.tsx'
import { LogIn } from '#features/operator/access/log-in.tsx'
import { useOperatorToken } from '#features/operator/access/operator-token.ts'
import { MarketsPanel } from '#features/operator/market/markets-panel.tsx'
import { fetchReport } from '#features/operator/operator-api.ts'
import { ChecksPanel } from '#features/operator/report/checks-panel.tsx'
import { DayPanel } from '#features/operator/report/day-panel.tsx'
import {
  AlertsPanel,
  KeepersPanel,
  NodesPanel,
  ServicesPanel,
  UsersPanel,
} from '#features/operator/report/machine-panels.tsx'
import { formatAddress } from '#format/format.ts'
import { Button } from '#ui/controls/button.tsx'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PlainPage } from '../plain-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './operator-page.module.css'

const REFRESH_MS = 10_000

/** The operator's page. Closed to others: the service decides. */
export function OperatorPage() {
  usePageTitle(`Operator · ${brandName()}`)
  const [entered, setEntered] = useOperatorToken()
  const session = useSessionToken(useWalletAddress())
  const token = entered ?? session
  const report = useReport(token)
  const isIn = report.data !== undefined && !isRefused(report.error)
  return (
    <>
      <PlainPage
        width="80rem"
        home="back to the game"
        title="Operator"
        tools={
          isIn && (
            <>
              <Wallet />
              {entered !== null && (
                <Button size="small" tone="quiet" onClick={() => setEntered(null)}>
                  Log out
                </Button>
              )}
            </>
          )
        }
      >
        {token === null || isRefused(report.error) ? (
          <Entry
            error={report.error}
            isPending={report.isFetching}
            onEnter={(next) => {
              setEntered(next)
              if (next === entered) void report.refetch()
            }}
          />
        ) : (
          <Content token={token} report={report} />
        )}
      </PlainPage>
      <ToastRegion />
    </>
  )
}

function useReport(token: string | null) {
  return useQuery({
    queryKey: ['operator', 'report', token],
    queryFn: ({ signal }) => fetchReport(token ?? '', signal),
    enabled: token !== null,
    // Attempts are limited.
    retry: false,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : REFRESH_MS),
  })
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiProblemError && [401, 404, 429].includes(error.status)
}

type EntryProps = { error: unknown; isPending: boolean; onEnter: (token: string) => void }

function Entry({ error, isPending, onEnter }: EntryProps) {
  const { signIn } = useAppConfig()
  const { isOpening, openModal } = useWalletModal()
  return (
    <LogIn
      problem={problemOf(error)}
      isPending={isPending}
      onEnter={onEnter}
      onConnect={signIn === 'off' ? null : openModal}
      isConnecting={isOpening}
    />
  )
}

function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiProblemError)) return null
  if (error.status === 404) return 'This site has no operator’s page: OPERATOR_TOKEN is not set.'
  if (error.status === 429) return 'Too many attempts. Wait a minute.'
  return 'This is neither the operator’s token nor the session of an owner.'
}

function Content({ token, report }: { token: string; report: ReturnType<typeof useReport> }) {
  const { chain } = useAppConfig()
  const wallet = useWallet()
  const { data, error, refetch } = report
  if (data === undefined) {
    return error === null ? (
      <p role="status" aria-label="Loading">
        <Skeleton characters={40} />
      </p>
    ) : (
      <p role="alert">
        The game service does not respond.{' '}
        <Button size="small" tone="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  const isWrongChain = wallet.kind === 'connected' && wallet.isWrongChain
  return (
    <div className={styles['grid']}>
      {error !== null && (
        <p role="alert" className={styles['stale']}>
          The game service does not respond: these are older figures.
        </p>
      )}
      <AlertsPanel alerts={data.alerts} />
      <MarketsPanel
        report={data}
        chainId={chain.id}
        account={wallet.kind === 'connected' && !isWrongChain ? wallet.address : null}
        walletProblem={isWrongChain ? `Switch the wallet to ${chain.name} to change it.` : null}
        onDone={() => void refetch()}
      />
      <KeepersPanel report={data} />
      <NodesPanel nodes={data.nodes} />
      <ServicesPanel services={data.services} />
      <UsersPanel report={data} />
      <DayPanel report={data} />
      <ChecksPanel token={token} />
    </div>
  )
}

function Wallet() {
  const { chain } = useAppConfig()
  const wallet = useWallet()
  const { isOpening, openModal } = useWalletModal()
  const { isSwitching, switchNetwork } = useSwitchNetwork()
  const disconnect = useDisconnectWithUndo()
  if (wallet.kind !== 'connected') {
    const isPending = wallet.kind === 'connecting' || isOpening
    return (
      <Button size="small" isPending={isPending} isPressable onClick={openModal}>
        Connect the owner’s wallet
      </Button>
    )
  }
  return (
    <>
      {wallet.isWrongChain && (
        <Button size="small" isPending={isSwitching} onClick={switchNetwork}>
          Switch to {chain.name}
        </Button>
      )}
      <Button size="small" tone="quiet" title="Disconnect" onClick={disconnect}>
        {formatAddress(wallet.address)}
      </Button>
    </>
  )
}
