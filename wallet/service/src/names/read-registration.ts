import {
  EVM_COIN_TYPE_OFFSET,
  NameMessage,
  type RegisterNameRequest,
} from '@bullring/wallet-api/blockchain-api/register-name'
import { parse } from '@bullring/wire/parse'
import { formatReasons } from './check-label.ts'
import { InvalidNameError, NameMessageError } from './errors.ts'
import { labelOf } from './full-name.ts'

/** Content of a registration message, before its signature is checked. */
export type Registration = {
  label: string
  chainId: number
  avatar: string | null
  bio: string | null
  /** Unix seconds. */
  signedAt: number
}

/** A message may be this old: the user reads it before signing. */
const MAX_AGE_SECONDS = 300

/** Clocks of devices differ. */
const MAX_AHEAD_SECONDS = 60

/** R-NAMES-6. */
const MAX_CHAIN_ID = EVM_COIN_TYPE_OFFSET - 1

/**
 * Reads a request to register a name.
 *
 * @throws {NameMessageError} unless the message is for this zone and time, and for an EVM chain.
 * @throws {InvalidNameError} when the name breaks a rule.
 * @throws {InvalidMessageError} when the message has other fields.
 */
export function readRegistration(
  { message, coin_type: coinType }: Pick<RegisterNameRequest, 'message' | 'coin_type'>,
  { zone, now }: { zone: string; now: number },
): Registration {
  const { name, attributes, timestamp } = parse(NameMessage, jsonOf(message))
  const chainId = coinType - EVM_COIN_TYPE_OFFSET
  if (chainId < 1 || chainId > MAX_CHAIN_ID) throw new NameMessageError(INVALID_CHAIN)
  if (timestamp < now - MAX_AGE_SECONDS || timestamp > now + MAX_AHEAD_SECONDS) {
    throw new NameMessageError(EXPIRED)
  }
  if (!name.toLowerCase().endsWith(`.${zone}`)) throw new NameMessageError(otherZone(zone))
  const label = labelOf(name, zone) ?? name
  const reasons = formatReasons(label)
  if (reasons.length > 0) throw new InvalidNameError(reasons)
  const { avatar = null, bio = null } = attributes
  if (avatar !== null && !isPictureUrl(avatar)) throw new NameMessageError(INVALID_AVATAR)
  return { label, chainId, avatar, bio, signedAt: timestamp }
}

const INVALID_CHAIN = { name: 'chain', description: 'Invalid chainId' }
const EXPIRED = {
  name: 'expired',
  description: 'The signed message is too old. Check the clock of your device and sign again.',
}
const INVALID_AVATAR = {
  name: 'avatar',
  description: 'The picture must have an https or ipfs URL, or be a small PNG, JPEG, GIF or WebP.',
}
const INVALID_JSON = { name: 'message', description: 'The signed message is not valid JSON.' }

function otherZone(zone: string) {
  return { name: 'zone', description: `Names end with .${zone} here.` }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NameMessageError(INVALID_JSON)
  }
}

function isPictureUrl(url: string): boolean {
  return (
    URL.parse(url)?.protocol === 'https:' ||
    /^ipfs:\/\/\w+(?:\/[\w.~%-]+)*$/.test(url) ||
    /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/.test(url)
  )
}
