import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { isText, type Shape } from '../shape.ts'
import { Records, type Storage } from '../storage/storage.ts'
import { hashKey } from './hash.ts'
import { deriveSymKey, generateKeyPair } from './keys.ts'

const isHex: Shape<string> = isText

/** The keys of a client: symmetric ones by topic, and its private ones by their public key. */
export class KeyChain {
  readonly #symKeys: Records<string>
  readonly #privateKeys: Records<string>

  private constructor(symKeys: Records<string>, privateKeys: Records<string>) {
    this.#symKeys = symKeys
    this.#privateKeys = privateKeys
  }

  static async open(storage: Storage): Promise<KeyChain> {
    return new KeyChain(
      await Records.open(storage, 'symkey', isHex),
      await Records.open(storage, 'keypair', isHex),
    )
  }

  symKey(topic: string): Uint8Array | undefined {
    const key = this.#symKeys.get(topic)
    return key === undefined ? undefined : hexToBytes(key)
  }

  /** @returns The topic of the key. */
  async addSymKey(symKey: Uint8Array): Promise<string> {
    const topic = await hashKey(symKey)
    await this.#symKeys.set(topic, bytesToHex(symKey))
    return topic
  }

  async deleteSymKey(topic: string): Promise<void> {
    await this.#symKeys.delete(topic)
  }

  /**
   * Creates a key pair.
   *
   * @returns Its public key.
   */
  async createKeyPair(): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair()
    await this.#privateKeys.set(publicKey, privateKey)
    return publicKey
  }

  async deleteKeyPair(publicKey: string): Promise<void> {
    await this.#privateKeys.delete(publicKey)
  }

  /** Returns the key that one of our key pairs shares with a peer, or `undefined` when ours is gone. */
  async sharedKey(publicKey: string, peerPublicKey: string): Promise<Uint8Array | undefined> {
    const privateKey = this.#privateKeys.get(publicKey)
    return privateKey === undefined ? undefined : await deriveSymKey(privateKey, peerPublicKey)
  }
}
