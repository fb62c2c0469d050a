import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseKeeperConfig } from '@bullring/game/config'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { checkSettings } from './check-settings.ts'
import { formatEnvFile, parseEnvFile } from './env-file.ts'
import { noteMachine, requireSameMachine, thisMachine } from './machine-mark.ts'
import type { Answers } from './questions.ts'
import { runSetup, type SetupOptions } from './run-setup.ts'
import { FILES, readSettings } from './settings-folder.ts'

const ANSWERS = {
  domain: 'bullring.example',
  nodes: 'https://node.example/secret-of-node',
  mail: 'smtps://user:secret-of-mail@mail.example',
}
const PREDICTION = '0x00000000000000000000000000000000000000AA'

let folder = ''
let lines: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-setup-'))
  lines = []
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function run(answers: Partial<Answers> = {}, options: Partial<SetupOptions> = {}): Promise<void> {
  return runSetup({
    folder,
    earlier: null,
    answers,
    answersFile: null,
    ask: null,
    isMoved: false,
    env: {},
    print: (line) => lines.push(line),
    ...options,
  })
}

const textOf = (name: string) => readFile(join(folder, name), 'utf8')

/** Adds lines as an operator does. */
async function append(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), `${await textOf(name)}${text}\n`)
}

const EVERYTHING: Partial<Answers> = {
  ...ANSWERS,
  chain: '56',
  sender: 'Play & Win <hello@mail.example>',
  'visitor-nodes': '56=https://visitors.example/key',
  'explorer-key': 'key-of-explorer',
  social: 'google=id:secret,github=id2:secret2',
  'moonpay-public-key': 'pk',
  'moonpay-secret-key': 'sk',
  'moonpay-webhook-key': 'wk',
  'onramper-api-key': 'ak',
  'onramper-webhook-secret': 'ws',
  'ens-node': 'https://ethereum.example',
  'name-zone': 'names.example',
  budget: '0.5',
  payouts: '0.05',
  markets: `BNB=${PREDICTION}@41000000`,
}

describe('runSetup', () => {
  test('turns three answers into settings that every service accepts', async () => {
    await run(ANSWERS)
    const settings = await readSettings(folder)
    expect(checkSettings(settings)).toMatchObject({ embeddedWallet: 'on', relay: 'on' })
    expect(settings.start).toMatchObject({
      CHAIN_ID: '97',
      GAME_PUBLIC_URL: 'https://bullring.example',
      RELAY_AUDIENCES: 'wss://bullring.example/relay',
      TRUST_PROXY: '1',
      MAIL_FROM: 'Bullring <login@bullring.example>',
      OPERATOR_TOKEN: expect.stringMatching(/^[0-9a-f]{48}$/),
      OPERATOR_SERVICES: 'keeper=http://127.0.0.1:4001',
    })
    expect(await textOf(FILES.start)).not.toContain('OPERATOR_TOKEN')
    expect(settings.start['BUNDLER_SPONSORED_METHODS']).toBeUndefined()
  })

  test('accepts every optional answer', async () => {
    await run(EVERYTHING)
    const { start, keeper } = await readSettings(folder)
    expect(checkSettings({ start, keeper }).chain).toMatchObject({ kind: 'public', id: 56 })
    expect(start).toMatchObject({
      CUSTODY_OAUTH_CLIENTS: 'google=id,github=id2:secret2',
      GAME_PUSH_CONTACT: 'mailto:hello@mail.example',
      BUNDLER_BUDGET_PER_DAY: '0.5',
      START_BLOCK: '41000000',
    })
    expect(start['BUNDLER_SPONSORED_METHODS']).toContain(PREDICTION)
    expect(keeper).toMatchObject({
      GAME_PAYOUT_DAILY_BUDGET: '0.05',
      DATABASE_URL: start['KEEPER_DATABASE_URL'],
    })
    expect(parseKeeperConfig(keeper).markets).toMatchObject([{ symbol: 'BNB' }])
  })

  test('keeps secrets in private files, the key of the keeper apart from npm start', async () => {
    await run(EVERYTHING)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
    }
    const shown = `${await textOf(FILES.start)}${lines.join('\n')}`
    expect(shown).not.toMatch(/secret-of|key-of|:secret2|MC4CAQ/)
    expect(await textOf(FILES.secrets)).not.toContain('GAME_KEEPER_PRIVATE_KEY')
    const { keeper } = await readSettings(folder)
    const address = privateKeyToAddress(keeper['GAME_KEEPER_PRIVATE_KEY'] as `0x${string}`)
    expect(lines.join('\n')).toContain(`keeper   ${address}: send it 0.1 BNB`)
    expect(lines.join('\n')).toMatch(/^relayer {2}0x\w{40}: send it 0.1 BNB and your budget/m)
  })

  test('lets the keeper into the database where it sends winnings, and out again', async () => {
    await run(ANSWERS)
    expect((await readSettings(folder)).keeper).not.toHaveProperty('DATABASE_URL')
    await run({ payouts: '0.1' })
    const { start, keeper } = await readSettings(folder)
    expect(checkSettings({ start, keeper }).keeperDatabaseUrl?.port).toBe('4002')
    expect(keeper['DATABASE_URL']).toMatch(
      /^postgres:\/\/bullring_keeper:\w{48}@127.0.0.1:4002\/game$/,
    )
    expect(await textOf(FILES.start)).not.toContain('KEEPER_DATABASE_URL')
    await run({ payouts: '' })
    expect((await readSettings(folder)).keeper).not.toHaveProperty('DATABASE_URL')
  })

  test('makes no way into the bundled database where the operator has another', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'DATABASE_URL=postgres://game@127.0.0.1/own')
    await run({ payouts: '0.1' })
    const { start, keeper } = await readSettings(folder)
    expect(start).not.toHaveProperty('KEEPER_DATABASE_URL')
    expect(keeper).toMatchObject({ GAME_PAYOUT_DAILY_BUDGET: '0.1' })
    expect(keeper).not.toHaveProperty('DATABASE_URL')
  })

  test('changes nothing when it is run again', async () => {
    await run(EVERYTHING)
    const before = await readSettings(folder)
    lines = []
    await run()
    expect(await readSettings(folder)).toEqual(before)
    expect(lines).toContain('Nothing changed.')
  })

  test('changes what follows from another answer, and keeps keys and what an operator set', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'VAULT_PUBLIC_URL=https://safe.example\nGAME_LANGUAGES=en,es')
    await append(FILES.keeper, 'RPC_URL=https://node-of-keeper.example')
    const before = await readSettings(folder)
    lines = []
    await run({ domain: 'other.example', budget: '0.2', nodes: 'https://new.example' })
    const { start, keeper } = await readSettings(folder)
    expect(start).toMatchObject({
      GAME_PUBLIC_URL: 'https://other.example',
      CUSTODY_PUBLIC_URL: 'https://wallet.other.example',
      MAIL_FROM: 'Bullring <login@other.example>',
      VAULT_PUBLIC_URL: 'https://safe.example',
      GAME_LANGUAGES: 'en,es',
      BUNDLER_BUDGET_PER_DAY: '0.2',
    })
    for (const name of ['CUSTODY_KEKS', 'VAULT_KEKS', 'BUNDLER_RELAYER_PRIVATE_KEY']) {
      expect(start[name]).toBe(before.start[name])
    }
    expect(keeper).toEqual(before.keeper)
    expect(lines).toContain('~ GAME_PUBLIC_URL=https://other.example')
    expect(lines).toContain('= VAULT_PUBLIC_URL stays as you set it')
    expect(lines).toContain('= RPC_URL (keeper) stays as you set it')
    expect(lines.join('\n')).not.toContain('KEKS')
  })

  test('takes back an optional answer', async () => {
    await run({ ...ANSWERS, budget: '0.2' })
    await run({ budget: '' })
    const { start } = await readSettings(folder)
    expect(start['BUNDLER_BUDGET_PER_DAY']).toBeUndefined()
    expect(start['BUNDLER_SPONSORED_METHODS']).toBeUndefined()
  })

  test('adds the contract that was deployed meanwhile', async () => {
    const file = join(folder, 'market.json')
    await run({ ...ANSWERS, budget: '0.2' })
    await append(FILES.start, `MARKET_FILE=${file}`)
    const settings = { oracle: PREDICTION, owner: PREDICTION }
    const market = { chainId: 97, prediction: PREDICTION, startBlock: 7, transaction: '0x1' }
    const built = { settings, compiler: '0.8', commit: null, verified: true }
    await writeFile(file, JSON.stringify({ ...market, ...built }))
    await run()
    const { start, keeper } = await readSettings(folder)
    expect(keeper['PREDICTION_ADDRESS']).toBe(PREDICTION)
    expect(start['BUNDLER_SPONSORED_METHODS']).toContain(PREDICTION)
  })

  test('does without login where no mail server is named', async () => {
    await run({ domain: ANSWERS.domain, nodes: ANSWERS.nodes })
    const { start } = await readSettings(folder)
    expect(start).toMatchObject({ EMBEDDED_WALLET: 'off' })
    expect(start['BUNDLER_RELAYER_PRIVATE_KEY']).toBeUndefined()
    expect(await textOf('nginx.conf')).not.toContain('wallet.')
  })

  test('reads answers from a file, options first', async () => {
    const file = join(folder, 'answers.json')
    await writeFile(file, JSON.stringify({ ...ANSWERS, chain: 56 }))
    await run({ domain: 'option.example' }, { answersFile: file })
    const { start } = await readSettings(folder)
    expect(start).toMatchObject({ CHAIN_ID: '56', GAME_PUBLIC_URL: 'https://option.example' })
  })

  test.each([
    [{ chain: '1' }, '--chain must be 97'],
    [{ domain: 'https://bullring.example' }, '--domain must be a domain'],
    [{ domain: '' }, '--domain is missing'],
    [{ nodes: 'wss://node.example' }, '--nodes must be an http(s) URL'],
    [{ mail: 'https://mail.example' }, '--mail must be an smtp:// or smtps:// URL'],
    [{ social: 'google=id' }, '--social must be a list such as google=id:secret'],
    [{ budget: 'much' }, '--budget must be an amount'],
    [{ markets: 'BNB' }, '--markets must list markets'],
  ])('error: the answer %j', async (answer, problem) => {
    await expect(run({ ...ANSWERS, ...answer })).rejects.toThrow(problem.replace('97', '56 or 97'))
    expect(await readdir(folder)).toEqual([])
  })

  test('error: what a service refuses though each answer fits', async () => {
    const answers = { ...ANSWERS, 'moonpay-public-key': 'pk' }
    await expect(run(answers)).rejects.toThrow('WALLET_MOONPAY_PUBLIC_KEY')
    expect(await readdir(folder)).toEqual([])
  })

  test('error: keeper and relayer, or keeper and deployer, with one key', async () => {
    await run(ANSWERS)
    const { start, keeper } = await readSettings(folder)
    const env = { DEPLOYER_PRIVATE_KEY: keeper['GAME_KEEPER_PRIVATE_KEY'] }
    await expect(run({}, { env })).rejects.toThrow('the keeper and the deployer are the same')
    await append(FILES.keeper, `GAME_KEEPER_PRIVATE_KEY=${start['BUNDLER_RELAYER_PRIVATE_KEY']}`)
    await expect(run()).rejects.toThrow('the keeper and the relayer are the same account')
  })

  test('error: settings copied from another machine, where a relayer has the same key', async () => {
    await run(ANSWERS)
    await writeFile(join(folder, 'machine'), 'another\n')
    await expect(run()).rejects.toThrow('Two relayers on one key')
    await run({}, { isMoved: true })
    await run()
  })

  test('error: another chain with the keys of this one', async () => {
    await run(ANSWERS)
    await expect(run({ chain: '56' })).rejects.toThrow('belong to chain 97')
  })

  test('lives on with the keys of settings that were written by hand', async () => {
    const earlier = { start: join(folder, 'start.env'), keeper: join(folder, 'keeper.env') }
    const key = generatePrivateKey()
    const kek = `2025=${Buffer.alloc(32, 7).toString('base64')}`
    await writeFile(earlier.start, `VAULT_KEKS=${kek}\nGAME_KEEPER_PRIVATE_KEY=${key}\n`)
    const out = join(folder, 'out')
    await run(ANSWERS, { folder: out, earlier })
    const { start, keeper } = await readSettings(out)
    expect(start['VAULT_KEKS']).toBe(kek)
    expect(start['GAME_KEEPER_PRIVATE_KEY']).toBeUndefined()
    expect(keeper['GAME_KEEPER_PRIVATE_KEY']).toBe(key)
  })

  test.each([
    ['an invalid answer', { BUNDLER_BUDGET_PER_DAY: 'abc' }, { budget: '1' }],
    ['no public URL', { GAME_PUBLIC_URL: '' }, { domain: ANSWERS.domain, budget: '1' }],
  ])('repairs settings with %s', async (_, broken, answers) => {
    await run({ ...ANSWERS, budget: '0.2' })
    const lines = Object.entries(broken).map(([name, value]) => `${name}=${value}`)
    await append(FILES.start, lines.join('\n'))
    const nodes = 'https://new.example'
    await run({ nodes, ...answers })
    const { start, keeper } = await readSettings(folder)
    expect(start).toMatchObject({
      GAME_PUBLIC_URL: 'https://bullring.example',
      RPC_URL: nodes,
      BUNDLER_BUDGET_PER_DAY: '1',
    })
    expect(keeper['RPC_URL']).toBe(nodes)
  })

  test('follows another domain although an answer was invalid', async () => {
    await run({ ...ANSWERS, budget: '0.2' })
    await append(FILES.start, 'BUNDLER_BUDGET_PER_DAY=abc\nGAME_MARKETS=none')
    await run({ domain: 'other.example', budget: '1', markets: `BNB=${PREDICTION}` })
    const { start } = await readSettings(folder)
    expect(start).toMatchObject({
      CUSTODY_PUBLIC_URL: 'https://wallet.other.example',
      RELAY_AUDIENCES: 'wss://other.example/relay',
      GAME_MARKETS: `BNB=${PREDICTION}`,
    })
  })

  test('keeps a public URL with a trailing slash until another domain is answered', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'GAME_PUBLIC_URL=https://bullring.example/')
    lines = []
    await run()
    expect(lines).toContain('Nothing changed.')
    await run({ domain: 'other.example' })
    const { start } = await readSettings(folder)
    expect(start['GAME_PUBLIC_URL']).toBe('https://other.example')
  })

  test('replaces a public URL without TLS', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'GAME_PUBLIC_URL=http://bullring.example')
    await run()
    const { start } = await readSettings(folder)
    expect(start['GAME_PUBLIC_URL']).toBe('https://bullring.example')
  })

  test('keeps data folder and proxies of an installation from before', async () => {
    const earlier = { start: join(folder, 'start.env'), keeper: join(folder, 'keeper.env') }
    await writeFile(earlier.start, 'CHAIN_ID=97\nRPC_URL=https://node.example\n')
    const out = join(folder, 'out')
    await run(ANSWERS, { folder: out, earlier })
    const { start } = await readSettings(out)
    expect(start).not.toHaveProperty('DATA_DIR')
    expect(start).not.toHaveProperty('TRUST_PROXY')
  })

  test('keeps the comments of an operator', async () => {
    await run(ANSWERS)
    await append(FILES.start, '# Of the team.\nGAME_LANGUAGES=en,es')
    await append(FILES.keeper, '# Until May.\nGAME_KEEPER_DRY_RUN=true')
    await run({ budget: '0.2' })
    expect(await textOf(FILES.start)).toContain('# Of the team.\nGAME_LANGUAGES=en,es\n')
    expect(await textOf(FILES.keeper)).toContain('# Until May.\nGAME_KEEPER_DRY_RUN=true\n')
  })

  test('adds no line again that an operator deleted', async () => {
    await run(ANSWERS)
    const text = await textOf(FILES.start)
    expect(text).toMatch(/^DATA_DIR=.*^TRUST_PROXY=1$/ms)
    await writeFile(
      join(folder, FILES.start),
      text.replaceAll(/^(?:DATA_DIR|TRUST_PROXY)=.*\n/gm, ''),
    )
    await run()
    expect(await textOf(FILES.start)).not.toMatch(/DATA_DIR|TRUST_PROXY/)
  })

  test('completes a first run that stopped after the secrets', async () => {
    await run(ANSWERS)
    await rm(join(folder, FILES.start))
    await rm(join(folder, FILES.keeper))
    await run(ANSWERS)
    const { start } = await readSettings(folder)
    expect(start).toMatchObject({ TRUST_PROXY: '1', DATA_DIR: '/var/lib/bullring/data' })
  })

  test.each([
    ['the list of markets', { markets: `BNB=pancake-v2:${PREDICTION}` }, 'GAME_LANGUAGES=en'],
    ['MARKET_KIND', {}, `MARKET_KIND=pancake-v2\nPREDICTION_ADDRESS=${PREDICTION}`],
  ])('has no keeper where each market of %s has its own operator', async (_, answers, line) => {
    await run(ANSWERS)
    await rm(join(folder, FILES.keeper))
    await append(FILES.start, line)
    lines = []
    await run(answers)
    const { start } = await readSettings(folder)
    expect(checkSettings({ start, keeper: {} }).chain).toMatchObject({ kind: 'public' })
    const files = await readdir(folder)
    expect(files).toContain('bullring.service')
    expect(files).not.toContain('bullring-keeper.service')
    expect(files).not.toContain(FILES.keeper)
    expect(lines.join('\n')).not.toMatch(/keeper|npm run deploy/)
  })

  test('keeps the key of a keeper that has nothing to settle any more', async () => {
    await run(ANSWERS)
    const { keeper } = await readSettings(folder)
    await run({ markets: `BNB=pancake-v2:${PREDICTION}` })
    expect((await readSettings(folder)).keeper).toEqual(keeper)
    await run({ markets: `BNB=${PREDICTION}` })
    expect((await readSettings(folder)).keeper).toEqual({
      ...keeper,
      GAME_MARKETS: `BNB=${PREDICTION}`,
    })
  })

  test('tells the keeper the kind of markets that do not name it', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'MARKET_KIND=pancake-v2')
    const other = '0x00000000000000000000000000000000000000bb'
    await run({ markets: `BNB=${PREDICTION},BTC=bullring:${other}` })
    const { keeper } = await readSettings(folder)
    expect(parseKeeperConfig(keeper).markets).toMatchObject([
      { kind: 'pancake-v2' },
      { kind: 'bullring' },
    ])
  })

  test('writes sites, units and records for all names', async () => {
    await run(ANSWERS)
    const nginx = await textOf('nginx.conf')
    for (const [host, port] of [
      ['bullring.example', 3000],
      ['wallet.bullring.example', 3001],
      ['vault.bullring.example', 3002],
    ]) {
      expect(nginx).toContain(`server_name ${host};`)
      expect(nginx).toContain(`proxy_pass http://127.0.0.1:${port};`)
      expect(await textOf('Caddyfile')).toContain(`${host} {\n\treverse_proxy 127.0.0.1:${port}`)
      expect(await textOf('dns.txt')).toMatch(new RegExp(`^${host}\\. A `, 'm'))
    }
    expect(nginx.match(/^map /gm)).toHaveLength(1)
    expect(new Set(nginx.match(/live\/\S+\//g))).toEqual(new Set(['live/bullring.example/']))
    expect(await textOf('bullring.service')).toContain(`EnvironmentFile=${folder}/bullring.env`)
    expect(await textOf('dns.txt')).toContain('_dmarc.bullring.example.')
  })

  test('sets up backups with a key of age, and starts their timers', async () => {
    await run(ANSWERS)
    const { start } = await readSettings(folder)
    expect(parseSettings(start, []).backups).toMatchObject({
      folder: '/var/lib/bullring/backups',
      key: start['BACKUP_KEY'],
    })
    expect(await textOf(FILES.secrets)).toContain('BACKUP_KEY=AGE-SECRET-KEY-1')
    expect(lines.join('\n')).toContain('keep a copy of BACKUP_KEY elsewhere')
    for (const name of ['bullring-backup', 'bullring-backup-check']) {
      expect(await textOf(`${name}.service`)).toContain(`EnvironmentFile=${folder}/bullring.env`)
      expect(await textOf(`${name}.timer`)).toContain('OnCalendar=')
    }
    await append(FILES.keeper, `PREDICTION_ADDRESS=${PREDICTION}`)
    await append(FILES.start, `PREDICTION_ADDRESS=${PREDICTION}`)
    lines = []
    await run()
    expect(lines.join('\n')).toContain(`cp ${folder}/*.service ${folder}/*.timer /etc`)
    expect(lines.join('\n')).toMatch(
      / bullring bullring-keeper bullring-backup.timer bullring-backup-check.timer$/m,
    )
  })

  test.each([
    ['/mnt/backups', 'ReadWritePaths=-/mnt/backups'],
    ['/mnt/my backups', 'ReadWritePaths="-/mnt/my backups"'],
  ])('lets the units that write backups write %s', async (backups, line) => {
    await run(ANSWERS)
    await writeFile(
      join(folder, FILES.start),
      (await textOf(FILES.start)).replace(/^BACKUP_DIR=.*$/m, `BACKUP_DIR="${backups}"`),
    )
    await run()
    for (const name of ['bullring', 'bullring-backup', 'bullring-backup-check'])
      expect(await textOf(`${name}.service`)).toMatch(new RegExp(`^${line}$`, 'm'))
    expect(await textOf('bullring-keeper.service')).not.toContain('ReadWritePaths')
  })

  test('has no backups of a server elsewhere', async () => {
    await run(ANSWERS)
    await append(FILES.start, 'DATABASE_URL=postgres://127.0.0.1/bullring')
    await run()
    expect((await readdir(folder)).filter((name) => name.includes('backup'))).toEqual([])
    const { start } = await readSettings(folder)
    expect(parseSettings(start, []).warnings).toEqual([
      'BACKUP_DIR is ignored: it is for the bundled PostgreSQL with a public chain',
    ])
  })

  test('writes variables that npm start reads from its environment', async () => {
    await run(EVERYTHING)
    const env = {
      ...parseEnvFile(await textOf(FILES.start)),
      ...parseEnvFile(await textOf(FILES.secrets)),
    }
    expect(parseSettings(env, []).warnings).toEqual([])
  })
})

describe('nextCommands', () => {
  const market = { markets: `BNB=${PREDICTION}` }

  test('leaves other sites of the proxy alone', async () => {
    await run({ ...ANSWERS, ...market })
    const text = lines.join('\n')
    expect(text).toContain(`install -m 644 ${folder}/Caddyfile /etc/caddy/bullring.caddy`)
    expect(text).toContain('import /etc/caddy/bullring.caddy')
    expect(text).not.toMatch(/(?:cp|install|>) [^|&]*\/etc\/caddy\/Caddyfile/)
    expect(text).toMatch(
      /certbot certonly .* -d vault\.bullring\.example --deploy-hook 'systemctl reload nginx'/,
    )
    expect(text).toContain(`${folder}/nginx.conf /etc/nginx/sites-enabled/bullring`)
  })

  test('names sudo to a user who came by it', async () => {
    await run({ ...ANSWERS, ...market }, { env: { SUDO_USER: 'operator' } })
    const commands = lines.slice(lines.indexOf('\nNext:') + 1).join('\n')
    for (const program of ['cp', 'install', 'tee', 'certbot', 'nginx', 'npm', 'systemctl']) {
      expect(commands).toMatch(new RegExp(`sudo ${program} `))
    }
    expect(commands).not.toMatch(/&& (?!sudo |echo |\()/)
  })
})

describe('thisMachine', () => {
  test.each([
    ['no machine-id', null],
    ['an empty one', '\n'],
    ['one that the first start fills', 'uninitialized\n'],
  ])('has no mark with %s', async (_, text) => {
    const file = join(folder, 'machine-id')
    if (text !== null) await writeFile(file, text)
    expect(await thisMachine(file)).toBeNull()
  })

  test('without a mark, neither notes nor refuses one', async () => {
    await noteMachine(folder, null)
    expect(await readdir(folder)).toEqual([])
    await noteMachine(folder, 'another')
    const options = { hasRelayer: true, isMoved: false }
    await expect(requireSameMachine(folder, null, options)).resolves.toBeUndefined()
    await expect(requireSameMachine(folder, 'this', options)).rejects.toThrow('another machine')
  })
})

describe('formatEnvFile', () => {
  test.each(['plain', 'with space', 'a"b', 'hash # and $VAR', 'back\\slash', 'a=b'])(
    'keeps %j',
    (value) => {
      expect(parseEnvFile(formatEnvFile('Title', { NAME: value }))).toEqual({ NAME: value })
    },
  )

  test.each(['a&b', 'https://node.example/?key=1', '~/data', 'a:~/b'])('quotes %j', (value) => {
    expect(formatEnvFile('Title', { NAME: value })).toContain(`NAME='${value}'`)
  })

  test('keeps comments and unknown lines at their places', () => {
    const written = [
      '# Title',
      '# Ours, since May.',
      '',
      '# Node of a friend.',
      'RPC_URL=https://node.example',
      'CHAIN_ID=56',
      '# Gone.',
      'GONE=1',
      '# Twice.',
      'CHAIN_ID=97',
      'not a variable',
      '# Last.',
      '',
    ].join('\n')
    const text = formatEnvFile('Title', { NEW: '1', CHAIN_ID: '97', RPC_URL: 'x y' }, written)
    expect(text.split('\n')).toEqual([
      '# Title',
      '# Ours, since May.',
      '',
      '# Node of a friend.',
      "RPC_URL='x y'",
      '# Gone.',
      '# Twice.',
      'CHAIN_ID=97',
      'not a variable',
      '# Last.',
      'NEW=1',
      '',
    ])
    expect(formatEnvFile('Title', parseEnvFile(text), text)).toBe(text)
  })

  test('error: a quote that no file format agrees on', () => {
    expect(() => formatEnvFile('Title', { MAIL_FROM: "O'Neil" })).toThrow('MAIL_FROM must not')
  })
})

describe('parseEnvFile', () => {
  test.each([
    ['NAME=one\\\ntwo', 'onetwo'],
    ['NAME="one\\\r\ntwo"\r\n', 'onetwo'],
    ['# Folder C:\\\nNAME=1', '1'],
    ['NAME="\\"\\\\\\`\\$\\n\\d"', '"\\`$\\n\\d'],
  ])('reads %j', (text, value) => {
    expect(parseEnvFile(text)).toEqual({ NAME: value })
  })
})
