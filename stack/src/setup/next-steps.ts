import { hasForeignOperators } from '@bullring/game/market-config'
import type { Address } from 'viem'
import { publicKeyOf } from '../embedded-wallet/embedded-keys.ts'
import type { StackSettings } from '../settings.ts'
import { addressOf } from './key-conflicts.ts'
import type { InstalledSettings } from './settings-folder.ts'

/** Returns what the operator has to do for each new account and key. */
export function accountLines({ start, keeper }: InstalledSettings): readonly string[] {
  const coin = start['CHAIN_ID'] === '56' ? 'BNB' : 'tBNB'
  const budget = start['BUNDLER_BUDGET_PER_DAY'] ? ' and your budget' : ''
  const relayer = addressOf(start['BUNDLER_RELAYER_PRIVATE_KEY'])
  const signer = addressOf(start['WALLET_NAME_SIGNER_KEY'])
  const onramper = start['WALLET_ONRAMPER_PRIVATE_KEY']
  const settler = hasForeignOperators(start) ? null : addressOf(keeper['GAME_KEEPER_PRIVATE_KEY'])
  return [
    ...(settler === null ? [] : [`keeper   ${settler}: send it 0.1 ${coin}, for gas`]),
    ...(relayer === null ? [] : [`relayer  ${relayer}: send it 0.1 ${coin}${budget}, for gas`]),
    ...(signer === null
      ? []
      : [`signer   ${signer}: the NAME_SIGNER_ADDRESS of npm run deploy:names`]),
    ...(start['BACKUP_DIR']
      ? ['backups  keep a copy of BACKUP_KEY elsewhere: without it, no backup can be read']
      : []),
    ...(onramper ? [`Onramper ${publicKeyOf(onramper)}: the public key to give them`] : []),
  ]
}

/** Returns the next commands. */
export function nextCommands(
  { chain }: StackSettings,
  options: {
    folder: string
    hosts: readonly string[]
    hasMarket: boolean
    /** Units to start. */
    units: readonly string[]
    /** Environment of this process. */
    env: Readonly<Record<string, string | undefined>>
  },
): readonly string[] {
  const { folder, hosts, hasMarket, units, env } = options
  const sudo = process.getuid?.() === 0 && !env['SUDO_USER'] ? '' : 'sudo '
  const doctor = `${sudo}npm run doctor -- --settings ${folder}`
  if (!hasMarket) {
    return [
      `CHAIN_ID=${chain.id} RPC_URL=https://... OWNER_ADDRESS=0x... DEPLOYER_PRIVATE_KEY=0x... npm run deploy -- --send`,
      `${sudo}npm run setup -- --yes --out ${folder}   # adds the contract to the keeper's settings`,
      doctor,
    ]
  }
  const kinds = units.some((unit) => unit.endsWith('.timer')) ? ['service', 'timer'] : ['service']
  const files = kinds.map((kind) => `${folder}/*.${kind}`).join(' ')
  return [
    `${sudo}cp ${files} /etc/systemd/system/ && ${sudo}systemctl daemon-reload && ${sudo}systemctl enable --now ${units.join(' ')}`,
    caddyCommand(folder, sudo),
    `# or nginx: ${nginxCommand(folder, hosts, sudo)}`,
    doctor,
  ]
}

/** Caddy may serve other sites, which its main file has. */
function caddyCommand(folder: string, sudo: string): string {
  const main = '/etc/caddy/Caddyfile'
  const file = '/etc/caddy/bullring.caddy'
  const line = `'import ${file}'`
  return [
    `${sudo}install -m 644 ${folder}/Caddyfile ${file}`,
    `(grep -qxF ${line} ${main} || echo ${line} | ${sudo}tee -a ${main})`,
    `${sudo}systemctl reload caddy`,
  ].join(' && ')
}

function nginxCommand(folder: string, hosts: readonly string[], sudo: string): string {
  const names = hosts.map((host) => `-d ${host}`).join(' ')
  return [
    `${sudo}certbot certonly --webroot -w /var/www/html ${names} --deploy-hook 'systemctl reload nginx'`,
    `${sudo}cp ${folder}/nginx.conf /etc/nginx/sites-enabled/bullring`,
    `${sudo}nginx -t`,
    `${sudo}systemctl reload nginx`,
  ].join(' && ')
}

/** Whether settings name a market, as they do after the deployment. */
export function hasMarket({ start, keeper }: InstalledSettings): boolean {
  if (hasForeignOperators(start)) return true
  return Boolean(keeper['PREDICTION_ADDRESS'] ?? keeper['GAME_MARKETS'])
}

/** Accounts of an installation that send transactions, by what they do. */
export function sendersOf(
  { start, keeper }: InstalledSettings,
  env: Readonly<Record<string, string | undefined>>,
  owner: Address | null,
): Readonly<Record<string, Address | null>> {
  return {
    'the keeper': addressOf(keeper['GAME_KEEPER_PRIVATE_KEY']),
    'the relayer': addressOf(start['BUNDLER_RELAYER_PRIVATE_KEY']),
    'the signer of names': addressOf(start['WALLET_NAME_SIGNER_KEY']),
    'the deployer': addressOf(env['DEPLOYER_PRIVATE_KEY']),
    'the owner': addressOf(env['OWNER_PRIVATE_KEY']) ?? owner,
  }
}
