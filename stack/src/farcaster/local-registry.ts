import { readArtifact } from '@bullring/contracts/artifact'
import {
  FARCASTER_ID_REGISTRY,
  FARCASTER_KEY_REGISTRY,
} from '@bullring/login-api/farcaster-registries'
import { type Address, concat, encodeAbiParameters, keccak256, numberToHex, pad } from 'viem'
import { callRpc } from '../chain/anvil.ts'

/** Slots of `PlayFarcasterRegistry`. */
const ID_OF = pad('0x00')
const KEYS = pad('0x01')

/** `state` 1 (added) and `keyType` 2 (may log in), packed as Solidity does. */
const AUTH_ADDRESS = pad('0x0201')

/** Puts the registries on a local chain at their addresses on OP Mainnet, without a transaction: a chain whose time a test controls mines none. */
export async function installFarcasterRegistry(rpcUrl: string): Promise<void> {
  const { deployedBytecode } = readArtifact('PlayFarcasterRegistry')
  for (const registry of [FARCASTER_ID_REGISTRY, FARCASTER_KEY_REGISTRY]) {
    await callRpc(rpcUrl, 'anvil_setCode', [registry, deployedBytecode])
  }
}

/** Makes an address the owner of a Farcaster id; 0 for none. */
export async function setCustodyAddress(
  rpcUrl: string,
  owner: Address,
  fid: bigint,
): Promise<void> {
  const slot = keccak256(concat([pad(owner), ID_OF]))
  await callRpc(rpcUrl, 'anvil_setStorageAt', [FARCASTER_ID_REGISTRY, slot, pad(numberToHex(fid))])
}

/** Lets an address log in for a Farcaster id. */
export async function addAuthAddress(rpcUrl: string, fid: bigint, key: Address): Promise<void> {
  const keysOfId = keccak256(concat([pad(numberToHex(fid)), KEYS]))
  const slot = keccak256(concat([encodeAbiParameters([{ type: 'address' }], [key]), keysOfId]))
  await callRpc(rpcUrl, 'anvil_setStorageAt', [FARCASTER_KEY_REGISTRY, slot, AUTH_ADDRESS])
}
