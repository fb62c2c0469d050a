const HARDENED = 0x80000000
/** m/44'/501'/0'/0', which Solana wallets use. */
const PATH = [44, 501, 0, 0]
const CURVE = new TextEncoder().encode('ed25519 seed')

/** Derives the private key of the first Solana account from a BIP-39 seed (SLIP-10). */
export async function deriveSolanaKey(
  seed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  let node = await hmacSha512(CURVE, seed)
  for (const index of PATH) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + HARDENED)
    const next = await hmacSha512(node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  return node.subarray(0, 32)
}

async function hmacSha512(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data))
}
