import { withClient } from '@bullring/stack/database/with-client'
import type pg from 'pg'
import type { Ledger } from './ledger.ts'

const TIMEOUT_MS = 30_000

type BetRow = {
  account: string
  epoch: string
  position: number
  amount: string
  hash: string
  block: string
}
type ClaimRow = { account: string; epoch: string; amount: string; block: string }
type StrikeRow = { epoch: string; price: string | null }

/** Lists differences between the rows of a database and the ledger. */
export async function databaseDifferences(
  name: string,
  url: string,
  ledger: Ledger,
  payoutOf: (account: string, epoch: bigint) => bigint,
): Promise<string[]> {
  const rows = await readRows(url)
  const bets = ledger.bets.map(({ account, epoch, position, amount, hash, block }) =>
    [account.toLowerCase(), epoch, position === 'bull' ? 1 : 2, amount, hash, block].join(' '),
  )
  const claims = ledger.bets
    .filter(({ claimedAt }) => claimedAt !== null)
    .map(({ account, epoch, claimedAt }) =>
      [account.toLowerCase(), epoch, payoutOf(account, epoch), claimedAt].join(' '),
    )
  const strikes = rows.strikes.map(({ epoch, price }) => `${epoch} ${price}`)
  const expectedStrikes = rows.strikes.map(({ epoch }) => {
    const strike = ledger.strikeOf(BigInt(epoch) as never)
    return `${epoch} ${strike.kind === 'fixed' ? strike.price : null}`
  })
  return [
    ...setDifferences(`${name}: bet`, rows.bets.map(fieldsOf), bets),
    ...setDifferences(`${name}: claim`, rows.claims.map(fieldsOf), claims),
    ...setDifferences(`${name}: strike`, strikes, expectedStrikes),
  ]
}

function readRows(url: string) {
  return withClient(url, TIMEOUT_MS, async (client) => {
    const read = async <row extends pg.QueryResultRow>(text: string) =>
      (await client.query<row>(text)).rows
    const account = `'0x' || encode(account, 'hex') as account`
    return {
      bets: await read<BetRow>(
        `select ${account}, epoch, position, amount, '0x' || encode(tx_hash, 'hex') as hash, block_number as block from bets`,
      ),
      claims: await read<ClaimRow>(
        `select ${account}, epoch, amount, block_number as block from claims`,
      ),
      strikes: await read<StrikeRow>('select epoch, price from strikes'),
    }
  })
}

function fieldsOf(row: object): string {
  return Object.values(row).join(' ')
}

/** Lists elements that are in only one of two sets. */
function setDifferences(
  label: string,
  found: readonly string[],
  expected: readonly string[],
): string[] {
  const [has, needs] = [new Set(found), new Set(expected)]
  return [
    ...[...needs.difference(has)].map((item) => `${label} is missing: ${item}`),
    ...[...has.difference(needs)].map((item) => `${label} should not be: ${item}`),
    ...(found.length === has.size ? [] : [`${label}: some are there twice`]),
  ]
}
