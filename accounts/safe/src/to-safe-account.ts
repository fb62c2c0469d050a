import type {
  Address,
  Chain,
  Client,
  Hex,
  LocalAccount,
  Transport,
  TypedDataDefinition,
} from 'viem'
import { entryPoint07Abi, type SmartAccount, toSmartAccount } from 'viem/account-abstraction'
import { readContract } from 'viem/actions'
import { accountAddress, accountDeployment } from './account-address.ts'
import { type Call, decodeCalls, encodeCalls } from './calls.ts'
import { CONTRACTS } from './contracts.ts'
import {
  nestedTypedData,
  operationTypedData,
  STUB_SIGNATURE,
  textTypedData,
  withValidity,
} from './signatures.ts'

type Owner = Pick<LocalAccount, 'address' | 'signTypedData'>

/**
 * Returns the owner's smart account. Before its deployment it signs messages with the call that deploys it
 * (ERC-6492).
 *
 * @param client - Of the account's chain.
 */
export async function toSafeAccount(
  client: Client<Transport, Chain, undefined>,
  owner: Owner,
): Promise<SmartAccount> {
  const chainId = client.chain.id
  const address = accountAddress(owner.address)
  const entryPoint = {
    address: CONTRACTS.entryPoint,
    abi: entryPoint07Abi,
    version: '0.7',
  } as const
  return await toSmartAccount({
    client,
    entryPoint,
    getAddress: () => Promise.resolve(address),
    getFactoryArgs: () => Promise.resolve(accountDeployment(owner.address)),
    // One sequence of nonces: a new one costs 17,000 gas more.
    getNonce: () =>
      readContract(client, { ...entryPoint, functionName: 'getNonce', args: [address, 0n] }),
    encodeCalls: (calls) => Promise.resolve(encodeCalls(calls.map(toCall))),
    decodeCalls: (data) => {
      const calls = decodeCalls(data)
      if (calls === null) throw new Error('These are not calls of this account.')
      return Promise.resolve(calls)
    },
    getStubSignature: () => Promise.resolve(STUB_SIGNATURE),
    signMessage: ({ message }) => owner.signTypedData(textTypedData(address, message, chainId)),
    signTypedData: (data) =>
      owner.signTypedData(nestedTypedData(address, data as TypedDataDefinition, chainId)),
    signUserOperation: async ({ chainId: onChain = chainId, ...operation }) => {
      const data = operationTypedData({ ...operation, sender: address }, onChain)
      return withValidity(await owner.signTypedData(data))
    },
  })
}

type GivenCall = { to: Address; value?: bigint | undefined; data?: Hex | undefined }

function toCall({ to, value = 0n, data = '0x' }: GivenCall): Call {
  return { to, value, data }
}
