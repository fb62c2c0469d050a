import { bytesToHex } from '@noble/hashes/utils'

const CHUNK = 8_192

export function bytesToBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(text)
}

/** Reads base64 of either alphabet, with or without padding. */
export function base64ToBytes(text: string): Uint8Array {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
}

/** Writes base64 for URLs, without padding. */
export function bytesToBase64Url(bytes: Uint8Array): string {
  return bytesToBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function bytesToText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function bytesToBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${bytesToHex(bytes)}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${BASE58[Number(number % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}
