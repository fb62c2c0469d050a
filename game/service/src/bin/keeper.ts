import { runService } from '@bullring/server/run-service'
import { pino } from 'pino'
import { startGame } from '../app/start-game.ts'
import { startKeeper } from '../app/start-keeper.ts'
import { parseConfig, parseKeeperConfig, SETTINGS } from '../config.ts'

await runService(() => {
  const { env } = process
  // The accounts that are to be sent their winnings are in the database of the game.
  const withDatabase = env['DATABASE_URL'] ? parseConfig({ ...env, GAME_ROLES: 'keeper' }) : null
  const config = withDatabase ?? parseKeeperConfig(env)
  const log = pino({ name: 'keeper', level: config.logLevel })
  const start = () =>
    withDatabase === null ? startKeeper(config, log) : startGame(withDatabase, log)
  return { log, variables: Object.keys(SETTINGS), prefix: 'GAME_', start }
})
