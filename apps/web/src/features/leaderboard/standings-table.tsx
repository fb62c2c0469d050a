import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { Standing } from '#api/leaderboard.ts'
import { formatAddress, formatBnb, formatPercent, formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { LEADERBOARD_MESSAGES } from './leaderboard-messages.ts'
import styles from './standings-table.module.css'

type StandingsTableProps = { standings: readonly Standing[]; account: Address | null }

/** Accounts by rank, with the visitor's row marked. */
export function StandingsTable({ standings, account }: StandingsTableProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  return (
    <table className={styles['table']} aria-label={messages.table}>
      <thead>
        <tr>
          <th scope="col">{messages.rank}</th>
          <th scope="col">{messages.player}</th>
          <th scope="col" className={styles['extra']}>
            {messages.rounds}
          </th>
          <th scope="col">{messages.wins}</th>
          <th scope="col" className={styles['extra']}>
            {messages.staked}
          </th>
          <th scope="col">{messages.net}</th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <Row
            key={standing.account}
            standing={standing}
            isUser={account !== null && isAddressEqual(standing.account, account)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({ standing, isUser }: { standing: Standing; isUser: boolean }) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  const { rank, account, totalRounds, winShare, netResults, totalPosition } = standing
  return (
    <tr className={isUser ? styles['user'] : undefined}>
      <td className={styles['rank']}>{rank}</td>
      <th scope="row" title={account}>
        {formatAddress(account)}
        {isUser && <span className={styles['you']}>{messages.you}</span>}
      </th>
      <td className={styles['extra']}>{totalRounds}</td>
      <td>{formatPercent(winShare)}</td>
      <td className={styles['extra']}>
        {formatBnb(totalPosition)} <span className={styles['unit']}>BNB</span>
      </td>
      <td className={classNames(styles['net'], netResults >= 0n ? styles['up'] : styles['down'])}>
        {formatSignedBnb(netResults)} <span className={styles['unit']}>BNB</span>
      </td>
    </tr>
  )
}
