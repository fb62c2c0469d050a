import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import type { Call } from '@bullring/smart-account/calls'
import { CONTRACTS, SESSION_MODULE } from '@bullring/smart-account/contracts'
import { SESSION_METHODS } from '@bullring/smart-account/session-calls'
import type { Operation } from '@bullring/smart-account/signatures'
import { toSafeAccount } from '@bullring/smart-account/to-safe-account'
import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts, privateKeyOf } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket, localChain } from '@bullring/stack/chain/local-market'
import { pino } from 'pino'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hash,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from 'viem'
import { createBundlerClient, formatUserOperationRequest } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { startBundler } from '../app/start-bundler.ts'
import { type BundlerConfig, parseConfig } from '../config.ts'
import type { BundlerTables } from '../db/schema.ts'
import type { Budgets } from '../limits/budgets.ts'
import { createTestDatabase } from './test-database.ts'

export const CHAIN_ID = 31_337
const TOKENS = { custody: 'token-of-the-custody-service', wallet: 'token-of-the-wallet-service' }
const accounts = localAccounts(0)
/** Public key of a local chain. */
export const RELAYER = accounts.relayer.address

const predictionAbi = parseAbi([
  'function betBull(uint256 epoch) payable',
  'function claim(uint256[] epochs)',
])

/** A chain with the game and smart accounts, and a bundler on it. */
export type TestBundler = Awaited<ReturnType<typeof startTestBundler>>

/** Starts a chain that mines each transaction immediately, with the game and the contracts of smart accounts. */
export async function startTestChain() {
  const anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
  const { rpcUrl } = anvil
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(rpcUrl, method, params)
  const chain = localChain(CHAIN_ID, rpcUrl)
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  await openAccountContracts({ rpcUrl, chainId: CHAIN_ID, deployer: accounts.relayer, mine: null })
  const { timestamp } = await reader.getBlock()
  const { prediction } = await deployLocalMarket({
    rpcUrl,
    chainId: CHAIN_ID,
    owner: accounts.owner,
    oracleWriter: accounts.oracle.address,
    maxPayoutMultiple: 0,
    // One round that stays open for the whole test.
    genesisTimestamp: Number(timestamp) + 10,
    intervalSeconds: 86_400,
    strikeDelay: 2,
  })
  await rpc('evm_increaseTime', [20])
  await rpc('evm_mine')
  const newAccount = async () => {
    const account = await toSafeAccount(reader, privateKeyToAccount(generatePrivateKey()))
    await rpc('anvil_setBalance', [account.address, numberToHex(parseEther('1'))])
    return account
  }
  return { rpcUrl, rpc, reader, prediction, newAccount, stop: () => anvil.child.stop(0) }
}

/** A bet of the smallest stake, by default on the round that is open. */
export function betOn(prediction: Address, epoch = 1n) {
  const data = encodeFunctionData({ abi: predictionAbi, functionName: 'betBull', args: [epoch] })
  return { to: prediction, value: parseEther('0.001'), data }
}

/** A claim of the first round. */
export function claimFrom(prediction: Address) {
  const data = encodeFunctionData({ abi: predictionAbi, functionName: 'claim', args: [[1n]] })
  return { to: prediction, value: 0n, data }
}

/** Returns the environment of a bundler that pays for bets. */
export function testVariables(given: {
  rpcUrl: string
  databaseUrl: string
  prediction: Address
}): Record<string, string> {
  const bet = toFunctionSelector('betBull(uint256)')
  const methods = [
    `${given.prediction}:${bet}`,
    ...SESSION_METHODS.map((selector) => `${SESSION_MODULE}:${selector}`),
  ]
  return {
    PORT: '0',
    BUNDLER_DATABASE_URL: given.databaseUrl,
    CHAIN_ID: `${CHAIN_ID}`,
    RPC_URL: given.rpcUrl,
    BUNDLER_RELAYER_PRIVATE_KEY: privateKeyOf(accounts.relayer),
    BUNDLER_CUSTODY_TOKEN: TOKENS.custody,
    BUNDLER_WALLET_TOKEN: TOKENS.wallet,
    BUNDLER_SPONSORED_METHODS: methods.join(','),
  }
}

/** Limits that no operator can choose. */
export type TestLimits = {
  replaceAfterSeconds?: number | undefined
  callsPerMinute?: number
  budgets?: Partial<Budgets>
}

/** Returns the configuration of a bundler that looks for mined transactions more often. */
export function testConfig(
  variables: Readonly<Record<string, string>>,
  { budgets, replaceAfterSeconds, callsPerMinute = 1_000_000 }: TestLimits,
): BundlerConfig {
  const config = parseConfig(variables)
  const { sponsorship } = config
  return {
    ...config,
    replaceAfterSeconds: replaceAfterSeconds ?? config.replaceAfterSeconds,
    pollIntervalMs: 20,
    // All users of a test have one address.
    callsPerMinute,
    sponsorship: { ...sponsorship, budgets: { ...sponsorship.budgets, ...budgets } },
  }
}

/** Starts the real service in this process, with a chain and a database. */
export async function startTestBundler(
  adminUrl: string,
  variables: Readonly<Record<string, string>> = {},
  limits: TestLimits = {},
) {
  const [chain, database] = await Promise.all([startTestChain(), createTestDatabase(adminUrl)])
  let movedMs = 0
  const env = { ...testVariables({ ...chain, databaseUrl: database.url }), ...variables }
  const start = (overrides: Readonly<Record<string, string>> = {}, changes: TestLimits = {}) => {
    const config = testConfig({ ...env, ...overrides }, { ...limits, ...changes })
    return startBundler(config, pino({ level: 'silent' }), { nowMs: () => Date.now() + movedMs })
  }
  let service = await start()
  const url = () => service.url
  return {
    ...chain,
    url,
    database: database as TestDatabase<BundlerTables>,
    bet: betOn(chain.prediction),
    /** viem's client, as the service of `caller`. */
    client: (caller: { user: string; ip?: string }) => clientOf(url(), chain.reader, caller),
    /** Moves the service's clock. */
    advance: (seconds: number) => {
      movedMs += seconds * 1_000
    },
    /** Starts the service again with other variables and limits. */
    restart: async (overrides: Readonly<Record<string, string>>, changes?: TestLimits) => {
      await service.stop()
      service = await start(overrides, changes)
    },
    stop: async () => {
      await service.stop()
      await Promise.all([database.drop(), chain.stop()])
    },
  }
}

type Reader = Awaited<ReturnType<typeof startTestChain>>['reader']

/** Returns viem's bundler client for a bundler at `url`. Fees are for the operator. */
export function clientOf(
  url: string,
  reader: Reader,
  { user, ip = user }: { user: string; ip?: string },
) {
  return createBundlerClient({
    chain: reader.chain,
    client: reader,
    pollingInterval: 20,
    transport: http(`${url}/rpc`, {
      retryCount: 0,
      timeout: 60_000,
      fetchOptions: { headers: callerHeaders({ user, ip }) },
    }),
    userOperation: {
      estimateFeesPerGas: () => Promise.resolve({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
    },
  })
}

/** Caller on whose behalf a service calls, by default custody. */
export type TestCaller = {
  user: string
  ip?: string
  network?: string
  service?: keyof typeof TOKENS
}

/** Headers of a calling service. */
export function callerHeaders({ user, ip = user, network, service = 'custody' }: TestCaller) {
  return {
    authorization: `Bearer ${TOKENS[service]}`,
    [BUNDLER_HEADERS.user]: user,
    [BUNDLER_HEADERS.ipHash]: ip,
    ...(network !== undefined && { [BUNDLER_HEADERS.networkHash]: network }),
  }
}

/** A smart account of a test. */
export type TestAccount = Awaited<
  ReturnType<Awaited<ReturnType<typeof startTestChain>>['newAccount']>
>

/** Prepares and signs an operation. `changes` are made before it is signed. */
export async function signOperation(
  client: ReturnType<typeof clientOf>,
  account: TestAccount,
  calls: readonly Call[],
  changes: Partial<Operation> = {},
): Promise<Operation> {
  const prepared = await client.prepareUserOperation({ account, calls: [...calls] })
  const { factory, factoryData } = await account.getFactoryArgs()
  const operation: Operation = {
    sender: account.address,
    nonce: prepared.nonce,
    ...(factory && factoryData && { factory, factoryData }),
    callData: prepared.callData,
    callGasLimit: prepared.callGasLimit,
    verificationGasLimit: prepared.verificationGasLimit,
    preVerificationGas: prepared.preVerificationGas,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: '0x',
    ...changes,
  }
  const signature = await account.signUserOperation({ ...operation, chainId: CHAIN_ID })
  return { ...operation, signature }
}

const Reply = z.object({
  result: z.optional(z.templateLiteral(['0x', z.string()])),
  error: z.optional(
    z.object({ code: z.number(), message: z.string(), data: z.object({ code: z.string() }) }),
  ),
})

/** Sends an operation without a client. Returns its hash or the codes of the error. */
export async function sendRaw(
  url: string,
  caller: TestCaller,
  operation: Operation,
): Promise<{ hash?: Hash; refused?: string; rpcCode?: number; reason?: string }> {
  const response = await fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callerHeaders(caller) },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendUserOperation',
      params: [formatUserOperationRequest(operation), CONTRACTS.entryPoint],
    }),
  })
  const { result, error } = z.parse(Reply, await response.json())
  if (result !== undefined) return { hash: result }
  const { code: rpcCode = 0, message: reason = '', data } = error ?? {}
  return { refused: data?.code ?? '', rpcCode, reason }
}
