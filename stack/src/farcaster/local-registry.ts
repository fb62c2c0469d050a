import { readArtifact } from '@bullring/contracts/artifact'
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  pad,
} from 'viem'
import { callRpc } from '../chain/anvil.ts'

/** Farcaster's registries, at any address of the local chain that nothing else uses. */
export const LOCAL_FARCASTER_REGISTRY: Address = '0x00000000000000000000000000000000Fa2CA573'

/** Slots of `PlayFarcasterRegistry`. */
const ID_OF = pad('0x00')
const KEYS = pad('0x01')

/** `state` 1 (added) and `keyType` 2 (may log in), packed as Solidity does. */
const AUTH_ADDRESS = pad('0x0201')

/** Puts the registries on a local chain, without a transaction: a chain whose time a test controls mines none. */
export async function installFarcasterRegistry(rpcUrl: string): Promise<void> {
  const { deployedBytecode } = readArtifact('PlayFarcasterRegistry')
  await callRpc(rpcUrl, 'anvil_setCode', [LOCAL_FARCASTER_REGISTRY, deployedBytecode])
}

/** Makes an address the owner of a Farcaster id; 0 for none. */
export async function setCustodyAddress(
  rpcUrl: string,
  owner: Address,
  fid: bigint,
): Promise<void> {
  const slot = keccak256(concat([pad(owner), ID_OF]))
  await setStorage(rpcUrl, slot, pad(numberToHex(fid)))
}

/** Lets an address log in for a Farcaster id. */
export async function addAuthAddress(rpcUrl: string, fid: bigint, key: Address): Promise<void> {
  const keysOfId = keccak256(concat([pad(numberToHex(fid)), KEYS]))
  const slot = keccak256(concat([encodeAbiParameters([{ type: 'address' }], [key]), keysOfId]))
  await setStorage(rpcUrl, slot, AUTH_ADDRESS)
}

async function setStorage(rpcUrl: string, slot: Hex, value: Hex): Promise<void> {
  await callRpc(rpcUrl, 'anvil_setStorageAt', [LOCAL_FARCASTER_REGISTRY, slot, value])
}
