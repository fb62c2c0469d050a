import { factoryAbi, multiSendAbi, safeAbi } from '@bullring/smart-account/abi'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { localChain } from '@bullring/stack/chain/local-market'
import {
  type Address,
  concatHex,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hash,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToString,
  http,
  isAddress,
  isHex,
  parseAbi,
  parseEther,
  parseEventLogs,
  size,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type ChainDriver, setBalance } from '../chain/chain-driver.ts'
import { mineSoon } from '../chain/mine-soon.ts'

const CHAIN_ID = 31_337

const multisigAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])
const creationAbi = parseAbi(['event ProxyCreation(address indexed proxy, address singleton)'])

/** A call as an app hands it to Safe. */
export type AppCall = { to: string; value: string; data: string }

type Queued = {
  to: Address
  value: bigint
  data: Hex
  /** 0: call, 1: delegate call of MultiSend. */
  operation: 0 | 1
  nonce: bigint
  confirmations: Map<Address, Hex>
  executed: { hash: Hash; isSuccess: boolean } | null
}

/** A real Safe on the chain under test, and the queue that Safe's transaction service keeps for it. */
export type LocalSafe = Awaited<ReturnType<typeof deploySafe>>

/** Deploys a Safe 1.4.1 with two owners. */
export async function deploySafe(chain: ChainDriver, { threshold }: { threshold: 1 | 2 }) {
  const { rpcUrl, client } = chain
  const owners = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()))
  const [first, second] = owners
  if (first === undefined || second === undefined) throw new Error('There are no owners')
  for (const { address } of owners) await setBalance(rpcUrl, address, parseEther('10'))
  const address = await createProxy(chain, owners, threshold)
  await setBalance(rpcUrl, address, parseEther('10'))
  const contract = { abi: multisigAbi, address } as const
  const queue = new Map<Hash, Queued>()
  const read = () => client.readContract({ ...contract, functionName: 'nonce' })

  const find = (id: string): Queued => {
    const found = queue.get(id as Hash)
    if (found === undefined) throw new Error('Not found')
    return found
  }
  const confirm = async (id: Hash, owner: PrivateKeyAccount) => {
    find(id).confirmations.set(owner.address, await owner.sign({ hash: id }))
  }

  /** Puts calls into the queue, confirmed by the first owner. Several run as one. */
  async function propose(calls: readonly AppCall[]): Promise<Hash> {
    const waiting = [...queue.values()].filter(({ executed }) => executed === null)
    const nonces = [await read(), ...waiting.map(({ nonce }) => nonce + 1n)]
    const nonce = nonces.reduce((most, one) => (one > most ? one : most))
    const request = { ...requestOf(calls), nonce, confirmations: new Map(), executed: null }
    const id = await client.readContract({
      ...contract,
      functionName: 'getTransactionHash',
      args: [...fieldsOf(request), nonce],
    })
    queue.set(id, request)
    await confirm(id, first as PrivateKeyAccount)
    return id
  }

  /** Executes a confirmed request, as its second owner. Throws where the contract refuses. */
  async function execute(id: Hash): Promise<void> {
    const request = find(id)
    const signatures = [...request.confirmations]
      .sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
      .map(([, signature]) => signature)
    const { request: call } = await client.simulateContract({
      ...contract,
      account: second as PrivateKeyAccount,
      functionName: 'execTransaction',
      args: [...fieldsOf(request), concatHex(signatures)],
    })
    const wallet = createWalletClient({
      account: second as PrivateKeyAccount,
      chain: localChain(CHAIN_ID, rpcUrl),
      transport: http(rpcUrl),
    })
    const hash = await wallet.writeContract(call)
    await mineSoon(rpcUrl)
    const { logs } = await client.waitForTransactionReceipt({ hash })
    const events = parseEventLogs({ abi: multisigAbi, logs, eventName: 'ExecutionSuccess' })
    request.executed = { hash, isSuccess: events.length > 0 }
  }

  return {
    address,
    threshold,
    owners: owners.map((owner) => owner.address),
    ids: () => [...queue.keys()],
    propose,
    execute,
    /** The second owner confirms. */
    confirmBySecond: (id: Hash) => confirm(id, second),
    /** The owner who has proposed a request deletes it, which is off the chain. */
    remove: (id: Hash) => queue.delete(id),
    /** Executes nothing with the nonce of a request, which rejects it. */
    reject: async (id: Hash) => {
      const { nonce } = find(id)
      const nothing: Queued = {
        ...requestOf([{ to: address, value: '0', data: '0x' }]),
        nonce,
        confirmations: new Map(),
        executed: null,
      }
      const rejection = await client.readContract({
        ...contract,
        functionName: 'getTransactionHash',
        args: [...fieldsOf(nothing), nonce],
      })
      queue.set(rejection, nothing)
      for (const owner of owners) await confirm(rejection, owner)
      await execute(rejection)
    },
    /** Signs a message with as many owners as it takes (ERC-1271), as Safe does off the chain. */
    signMessage: async (message: Hex) => {
      const messageHash = hashTypedData({
        domain: { chainId: CHAIN_ID, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hashMessage(hexToString(message)) },
      })
      const signing = owners
        .toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
        .slice(0, threshold)
        .map((owner) => owner.sign({ hash: messageHash }))
      return { messageHash, signature: concatHex(await Promise.all(signing)) }
    },
    /** Details as Safe's transaction service gives them. */
    details: async (id: string) => {
      const { nonce, confirmations, executed } = find(id)
      const isCancelled = executed === null && (await read()) > nonce
      const isConfirmed = confirmations.size >= threshold
      const waiting = isConfirmed ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS'
      const ended = executed?.isSuccess ? 'SUCCESS' : 'FAILED'
      return {
        txId: `multisig_${address}_${id}`,
        txStatus: isCancelled ? 'CANCELLED' : executed === null ? waiting : ended,
        txHash: executed?.hash ?? null,
        safeAddress: address,
      }
    },
  }
}

async function createProxy(
  { rpcUrl, client }: ChainDriver,
  owners: readonly PrivateKeyAccount[],
  threshold: number,
): Promise<Address> {
  const [account] = owners
  if (account === undefined) throw new Error('There are no owners')
  const wallet = createWalletClient({
    account,
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
  })
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      owners.map(({ address }) => address),
      BigInt(threshold),
      zeroAddress,
      '0x',
      // Checks signatures (ERC-1271), with the code of Safe's own handler.
      CONTRACTS.module,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
  const hash = await wallet.writeContract({
    address: CONTRACTS.proxyFactory,
    abi: factoryAbi,
    functionName: 'createProxyWithNonce',
    args: [CONTRACTS.safe, initializer, 0n],
  })
  await mineSoon(rpcUrl)
  const { logs } = await client.waitForTransactionReceipt({ hash })
  const [created] = parseEventLogs({ abi: creationAbi, logs })
  if (created === undefined) throw new Error('The factory has created no Safe')
  return created.args.proxy
}

/** Checks calls as Safe does (`isTxValid`, `useAppCommunicator`). */
function requestOf(calls: readonly AppCall[]): Pick<Queued, 'to' | 'value' | 'data' | 'operation'> {
  const parsed = calls.map(({ to, value, data }) => {
    const isValid =
      isAddress(to) && /^(0x)?[0-9a-f]+$/i.test(value) && isHex(data) && data.length >= 2
    if (!isValid) throw new Error('Invalid transaction')
    return { to, value: BigInt(value), data }
  })
  const [only] = parsed
  if (only === undefined) throw new Error('No transactions')
  if (parsed.length === 1) return { ...only, operation: 0 }
  const transactions = parsed.map(({ to, value, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, value, BigInt(size(data)), data],
    ),
  )
  const data = encodeFunctionData({
    abi: multiSendAbi,
    functionName: 'multiSend',
    args: [concatHex(transactions)],
  })
  return { to: CONTRACTS.multiSend, value: 0n, data, operation: 1 }
}

/** The fields of a transaction that its owners sign, without gas: the owner that executes it pays. */
function fieldsOf({ to, value, data, operation }: Queued) {
  return [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
}
