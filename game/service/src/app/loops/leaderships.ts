import { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import type { GameConfig } from '../../config.ts'
import type { MarketMetrics } from '../../metrics/create-metrics.ts'

const APPLICATION = 'bullring-game-leader'

/** Creates the election of the process that leads the index in the URL's schema. */
export function indexLeadership(url: string, log: Logger, metrics: MarketMetrics): Leadership {
  metrics.indexLeader(false)
  return new Leadership({
    url,
    applicationName: APPLICATION,
    name: 'bullring index',
    onChange: (isLeading) => {
      metrics.indexLeader(isLeading)
      log.info(isLeading ? 'index leader' : 'index standby')
    },
  })
}

/**
 * Creates the election of the process that settles with the keeper's account. Without the database each does: settling
 * cannot wait, and the account's nonces keep them from paying twice.
 */
export function keeperLeadership(
  { databaseUrl, chain }: Pick<GameConfig, 'databaseUrl' | 'chain'>,
  { privateKey }: NonNullable<GameConfig['keeper']>,
  log: Logger,
): Leadership {
  const { address } = privateKeyToAccount(privateKey)
  return new Leadership({
    url: databaseUrl,
    applicationName: APPLICATION,
    name: `bullring keeper ${chain.id} ${address}`,
    leadsUnreachable: true,
    onChange: (isLeading) => log.info(isLeading ? 'keeper active' : 'keeper standby'),
  })
}
