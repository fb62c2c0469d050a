import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { InvitePanel } from '#features/invite/invite-panel.tsx'
import { LeaderboardPanel } from '#features/leaderboard/leaderboard-panel.tsx'
import { ConfirmReferral } from '#features/referral/confirm-referral.tsx'
import { StatsPanel } from '#features/stats/stats-panel.tsx'
import { useMessages } from '#i18n/language.ts'
import { TabPanel, Tabs, useTabIds } from '#ui/controls/tabs.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MarketChoice } from './market-choice.tsx'
import { ReachedMarkets } from './reached-markets.tsx'
import styles from './stats-tray.module.css'
import { TRAY_MESSAGES } from './tray-messages.ts'

const PANELS = { stats: StatsPanel, leaderboard: LeaderboardPanel, invite: InviteTab } as const
type PanelName = keyof typeof PANELS

const PANEL_NAMES = ['stats', 'leaderboard', 'invite'] as const satisfies readonly PanelName[]

type StatsTrayProps = {
  account: Address | null
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
  onClose: () => void
}

type PanelProps = Omit<StatsTrayProps, 'onClose'>

/** The visitor's own invitations, below the invitation that the visitor followed. */
function InviteTab({ account, connectButton }: PanelProps) {
  return (
    <>
      {account !== null && <ConfirmReferral account={account} />}
      <InvitePanel account={account} connectButton={connectButton} />
    </>
  )
}

/** The bottom drawer with statistics, leaderboard and invite link (R-STATS-1). */
export function StatsTray({ account, connectButton, onClose }: StatsTrayProps) {
  const messages = useMessages(TRAY_MESSAGES)
  const ids = useTabIds()
  const [active, setActive] = useState<PanelName>('stats')
  const Panel = PANELS[active]
  return (
    <Dialog
      shape="tray"
      isTall={active === 'leaderboard' || (active === 'stats' && account !== null)}
      title={messages.title}
      bar={
        <Tabs
          label={messages.tabs}
          tabs={PANEL_NAMES.map((name) => ({ name, label: messages[name] }))}
          active={active}
          onActive={setActive}
          ids={ids}
        />
      }
      onClose={onClose}
    >
      <TabPanel ids={ids} active={active} className={styles['panel']}>
        <ReachedMarkets>
          <Panel account={account} connectButton={connectButton} marketChoice={<MarketChoice />} />
        </ReachedMarkets>
      </TabPanel>
    </Dialog>
  )
}
