import { openAccountContracts } from '@bullring/stack/account-contracts/open-account-contracts'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  parseAbi,
  parseEther,
  type TypedDataDefinition,
} from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { isErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factoryAbi, safeAbi } from './abi.ts'
import { accountAddress, accountDeployment } from './account-address.ts'
import { CONTRACTS } from './contracts.ts'
import { type Operation, operationTypedData } from './signatures.ts'
import { toSafeAccount } from './to-safe-account.ts'

const chainId = 31_337
const { relayer, owner: funder } = localAccounts(0)
const TYPED: TypedDataDefinition = {
  domain: { name: 'Bullring', chainId },
  types: { Bet: [{ name: 'epoch', type: 'uint256' }] },
  primaryType: 'Bet',
  message: { epoch: 7n },
}
const moduleHashAbi = parseAbi([
  'function getOperationHash((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)) view returns (bytes32)',
])

let anvil: Anvil
let clients: ReturnType<typeof connect>

function connect(rpcUrl: string) {
  const chain = localChain(chainId, rpcUrl)
  const transport = http(rpcUrl)
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    wallet: createWalletClient({ account: relayer, chain, transport }),
    funder: createWalletClient({ account: funder, chain, transport }),
  }
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId, blockSeconds: null })
  clients = connect(anvil.rpcUrl)
  await openAccountContracts({ rpcUrl: anvil.rpcUrl, chainId, deployer: relayer, mine: null })
})
afterAll(() => anvil.child.stop(0))

async function newAccount() {
  const owner = privateKeyToAccount(generatePrivateKey())
  return { owner, account: await toSafeAccount(clients.reader, owner) }
}

type Account = Awaited<ReturnType<typeof newAccount>>['account']

async function newOperation(account: Account): Promise<Omit<Operation, 'signature'>> {
  const { factory, factoryData } = await account.getFactoryArgs()
  return {
    sender: account.address,
    nonce: await account.getNonce(),
    ...(factory && factoryData && { factory, factoryData }),
    callData: await account.encodeCalls([{ to: funder.address, value: 1n }]),
    callGasLimit: 200_000n,
    verificationGasLimit: 600_000n,
    preVerificationGas: 60_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
  }
}

/** Runs an operation, as a bundler would. */
async function run(account: Account): Promise<void> {
  const { reader, wallet } = clients
  await clients.funder.sendTransaction({ to: account.address, value: parseEther('1') })
  const operation = await newOperation(account)
  const signature = await account.signUserOperation({ ...operation, signature: '0x', chainId })
  const hash = await wallet.writeContract({
    address: CONTRACTS.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation({ ...operation, signature })], relayer.address],
  })
  expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
}

describe('accountAddress', () => {
  test('is where the factory deploys the account', async () => {
    const { owner, account } = await newAccount()
    const { factory, factoryData } = accountDeployment(owner.address)
    expect(factory).toBe(CONTRACTS.proxyFactory)
    const { data } = await clients.reader.call({ to: factory, data: factoryData })
    expect(data?.slice(-40)).toBe(accountAddress(owner.address).slice(2).toLowerCase())
    expect(account.address).toBe(accountAddress(owner.address))
  })
})

describe('toSafeAccount', () => {
  test('deploys itself with its first operation, owned by its key and operated by the module', async () => {
    const { owner, account } = await newAccount()
    const { reader } = clients
    expect(await reader.getCode({ address: account.address })).toBeUndefined()
    await run(account)
    const safe = { address: account.address, abi: safeAbi } as const
    expect(await reader.readContract({ ...safe, functionName: 'getOwners' })).toEqual([
      owner.address,
    ])
    const enabled = { functionName: 'isModuleEnabled', args: [CONTRACTS.module] } as const
    expect(await reader.readContract({ ...safe, ...enabled })).toBe(true)
    await run(account)
    expect(await account.getNonce()).toBe(2n)
  })

  test('signs what the module hashes', async () => {
    const { owner, account } = await newAccount()
    const operation = await newOperation(account)
    const signature = await account.signUserOperation({ ...operation, signature: '0x', chainId })
    const hash = await clients.reader.readContract({
      address: CONTRACTS.module,
      abi: moduleHashAbi,
      functionName: 'getOperationHash',
      args: [toPackedUserOperation({ ...operation, signature })],
    })
    // The first 12 bytes are the times of validity.
    expect(`0x${signature.slice(2 + 24)}`).toBe(await owner.sign({ hash }))
    expect(operationTypedData(operation, chainId).message.safe).toBe(account.address)
  })

  test('signs messages and typed data before (ERC-6492) and after (ERC-1271) its deployment', async () => {
    const { account } = await newAccount()
    const { address } = account
    for (const isDeployed of [false, true]) {
      if (isDeployed) await run(account)
      const text = await account.signMessage({ message: 'Sign in' })
      const typed = await account.signTypedData(TYPED)
      expect(isErc6492Signature(text)).toBe(!isDeployed)
      const { reader } = clients
      expect(await reader.verifyMessage({ address, message: 'Sign in', signature: text })).toBe(
        true,
      )
      expect(await reader.verifyMessage({ address, message: 'Sign on', signature: text })).toBe(
        false,
      )
      expect(await reader.verifyTypedData({ address, ...TYPED, signature: typed })).toBe(true)
    }
  })

  test('error: a signature for another account, another chain or by another owner is not valid', async () => {
    const { owner, account } = await newAccount()
    const other = await newAccount()
    const { reader } = clients
    const message = 'Sign in'
    const foreign = await other.account.signMessage({ message })
    expect(
      await reader.verifyMessage({ address: account.address, message, signature: foreign }),
    ).toBe(false)
    const onBsc = await toSafeAccount({ ...reader, chain: { ...reader.chain, id: 56 } }, owner)
    const signature = await onBsc.signMessage({ message })
    expect(onBsc.address).toBe(account.address)
    expect(await reader.verifyMessage({ address: account.address, message, signature })).toBe(false)
  })

  test('error: someone else cannot deploy the account with another owner', async () => {
    const { owner, account } = await newAccount()
    const { factoryData } = accountDeployment(funder.address)
    const { factory } = accountDeployment(owner.address)
    await clients.funder.sendTransaction({ to: factory, data: factoryData })
    expect(await clients.reader.getCode({ address: account.address })).toBeUndefined()
    const codeOf = (singleton: `0x${string}`) =>
      encodeFunctionData({
        abi: factoryAbi,
        functionName: 'createProxyWithNonce',
        args: [singleton, '0x', 0n],
      })
    const { data } = await clients.reader.call({ to: factory, data: codeOf(CONTRACTS.safe) })
    expect(data?.slice(-40)).not.toBe(account.address.slice(2).toLowerCase())
  })
})
