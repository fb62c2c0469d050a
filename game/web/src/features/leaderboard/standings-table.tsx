import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import type { OwnRank, Standing } from '#api/trade/leaderboard.ts'
import {
  formatAddress,
  formatBnb,
  formatCount,
  formatPercent,
  formatSignedBnb,
} from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { classNames } from '#ui/class-names.ts'
import { LEADERBOARD_MESSAGES } from './leaderboard-messages.ts'
import styles from './standings-table.module.css'

type StandingsTableProps = {
  standings: readonly Standing[]
  account: Address | null
  /** The place of the account; undefined until it is known. */
  own: OwnRank | undefined
}

/** Accounts by rank. The visitor's row stays in view. It follows the others if it is not among them. */
export function StandingsTable({ standings, account, own }: StandingsTableProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  const isListed =
    account !== null && standings.some((standing) => isAddressEqual(standing.account, account))
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
      {own?.standing && !isListed && (
        <tfoot>
          <Row standing={own.standing} isUser note={noteOf(own, messages)} />
        </tfoot>
      )}
    </table>
  )
}

/** "of 312", or how many rounds are missing. */
function noteOf(
  { standing, players, minimumRounds }: OwnRank,
  messages: MessagesOf<typeof LEADERBOARD_MESSAGES>,
): string {
  if (standing === null || standing.rank !== null) return messages.place({ players })
  return messages.progress({ rounds: standing.totalRounds, minimum: minimumRounds })
}

type RowProps = {
  standing: NonNullable<OwnRank['standing']>
  isUser: boolean
  /** Explains the rank. */
  note?: string
}

function Row({ standing, isUser, note }: RowProps) {
  const messages = useMessages(LEADERBOARD_MESSAGES)
  const language = useLanguage()
  const { rank, account, totalRounds, winShare, netResults, totalPosition } = standing
  return (
    <tr className={isUser ? styles['user'] : undefined}>
      <td className={styles['rank']}>{rank ?? messages.unranked}</td>
      <th scope="row" title={account}>
        <span className={styles['address']}>{formatAddress(account)}</span>
        {isUser && <span className={styles['you']}>{messages.you}</span>}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </th>
      <td className={styles['extra']}>{formatCount(totalRounds, language)}</td>
      <td>{formatPercent(winShare, language)}</td>
      <td className={styles['extra']}>
        {formatBnb(totalPosition)} <span className={styles['unit']}>BNB</span>
      </td>
      <td className={classNames(styles['net'], netResults >= 0n ? styles['up'] : styles['down'])}>
        {formatSignedBnb(netResults)} <span className={styles['unit']}>BNB</span>
      </td>
    </tr>
  )
}
