import { factoryAbi, safeAbi } from '@bullring/smart-account/abi'
import { accountAddress, accountDeployment } from '@bullring/smart-account/account-address'
import { CONTRACTS, PROXY_CODE_HASH } from '@bullring/smart-account/contracts'
import { type Operation, STUB_SIGNATURE } from '@bullring/smart-account/signatures'
import {
  type Address,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  size,
  slice,
} from 'viem'
import { ForeignAccountError } from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'

/** Times of validity, before the owner's signature. */
const TIMES_BYTES = 12
/** Storage slot in which a proxy names the contract whose code it runs. */
const SINGLETON_SLOT = numberToHex(0, { size: 32 })
/** `keccak256('fallback_manager.handler.address')`. */
const FALLBACK_HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/**
 * Checks that the sender is a Safe that runs through the ERC-4337 module, or becomes one by this operation. Code of
 * other accounts could behave differently in a simulation and in a block.
 *
 * @throws {ForeignAccountError}
 */
export async function checkAccount(chain: ChainClient, operation: Operation): Promise<void> {
  if (operation.paymaster !== undefined) throw new ForeignAccountError('it has a paymaster')
  const { sender, factory, factoryData, signature } = operation
  if (size(signature) !== size(STUB_SIGNATURE)) {
    throw new ForeignAccountError('its signature has another length')
  }
  // A signature that expires between simulation and block would make the transaction revert.
  if (slice(signature, 0, TIMES_BYTES) !== slice(STUB_SIGNATURE, 0, TIMES_BYTES)) {
    throw new ForeignAccountError('its signature is limited in time')
  }
  if (factory === undefined) {
    await checkDeployed(chain, sender)
    return
  }
  const code = (await readChain(chain.getCode({ address: sender }))) ?? '0x'
  if (code !== '0x') throw new ForeignAccountError('it is deployed already')
  checkDeployment(sender, factory, factoryData ?? '0x')
}

/**
 * Checks that an address is a deployed account of our kind.
 *
 * @throws {ForeignAccountError}
 */
export async function checkDeployed(chain: ChainClient, address: Address): Promise<void> {
  const addressAt = async (slot: Hex): Promise<Address> => {
    const word = await readChain(chain.getStorageAt({ address, slot }))
    return slice(word ?? numberToHex(0, { size: 32 }), 12)
  }
  const [code, singleton, handler] = await Promise.all([
    readChain(chain.getCode({ address })),
    addressAt(SINGLETON_SLOT),
    addressAt(FALLBACK_HANDLER_SLOT),
  ])
  if (keccak256(code ?? '0x') !== PROXY_CODE_HASH) {
    throw new ForeignAccountError('it is no Safe proxy')
  }
  if (!isAddressEqual(singleton, CONTRACTS.safe))
    throw new ForeignAccountError('it runs other code')
  if (!isAddressEqual(handler, CONTRACTS.module)) {
    throw new ForeignAccountError('its module was replaced')
  }
}

/** Accepts the one call that deploys an owner's account. */
function checkDeployment(sender: Address, factory: Address, factoryData: Hex): void {
  const owner = ownerIn(factoryData)
  const expected = owner && accountDeployment(owner)
  if (
    owner === null ||
    !isAddressEqual(factory, CONTRACTS.proxyFactory) ||
    expected?.factoryData !== factoryData ||
    !isAddressEqual(sender, accountAddress(owner))
  ) {
    throw new ForeignAccountError('it is deployed in another way')
  }
}

function ownerIn(factoryData: Hex): Address | null {
  try {
    const { args } = decodeFunctionData({ abi: factoryAbi, data: factoryData })
    const setup = decodeFunctionData({ abi: safeAbi, data: args?.[1] ?? '0x' })
    const owners = setup.functionName === 'setup' ? setup.args[0] : []
    return owners[0] ?? null
  } catch {
    return null
  }
}
