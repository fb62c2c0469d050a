import { MIGRATIONS as BUNDLER } from '@bullring/bundler/db/migrations'
import { MIGRATIONS as CUSTODY } from '@bullring/custody/db/migrations'
import { MIGRATIONS as GAME } from '@bullring/game/db/migrate'
import { MIGRATIONS as RELAY } from '@bullring/relay/db/migrations'
import { MIGRATIONS as VAULT } from '@bullring/vault/db/migrations'
import { MIGRATIONS as WALLET } from '@bullring/wallet/db/migrations'

/** Migrations of the services, by the names of their databases on the bundled server. */
export const SERVICE_MIGRATIONS = {
  bundler: BUNDLER,
  custody: CUSTODY,
  game: GAME,
  relay: RELAY,
  vault: VAULT,
  wallet: WALLET,
}
