import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import type { Address } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { KeyMismatchError } from '#frame-errors.ts'
import { deriveSolanaKey } from './solana-key.ts'

/** BIP-44 path of the first account, as other wallets derive it from the same phrase. */
const EVM_PATH = "m/44'/60'/0'/0/0"
const PBKDF2_ROUNDS = 2_048
const SEED_BITS = 512

/** Addresses of a wallet. */
export type WalletAddresses = { evm: Address; solana: string }

/** The private keys of a wallet in memory. Call `wipe` after use. */
export type WalletKeys = WalletAddresses & {
  evmKey: Uint8Array
  solanaKey: Uint8Array
  wipe: () => void
}

/** Derives the keys of a wallet from its entropy. */
export async function deriveWalletKeys(entropy: Uint8Array<ArrayBuffer>): Promise<WalletKeys> {
  const seed = await toSeed(entropy)
  const root = HDKey.fromMasterSeed(seed)
  const account = root.derive(EVM_PATH)
  const evmKey = account.privateKey
  if (evmKey === null) throw new KeyMismatchError()
  const solanaKey = await deriveSolanaKey(seed)
  seed.fill(0)
  root.wipePrivateData()
  return {
    evm: publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(evmKey, false))),
    solana: base58.encode(ed25519.getPublicKey(solanaKey)),
    evmKey,
    solanaKey,
    wipe: () => {
      account.wipePrivateData()
      evmKey.fill(0)
      solanaKey.fill(0)
    },
  }
}

/** Returns the recovery phrase of a wallet, for its export. */
export function toRecoveryPhrase(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/** The seed of BIP-39 without a passphrase; WebCrypto is three times as fast as the library. */
async function toSeed(entropy: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const phrase = new TextEncoder().encode(toRecoveryPhrase(entropy))
  const key = await crypto.subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits'])
  phrase.fill(0)
  const salt = new TextEncoder().encode('mnemonic')
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: PBKDF2_ROUNDS }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, SEED_BITS))
}
