import type { RegisterNameRequest } from '@bullring/wallet-api/blockchain-api/register-name'
import type { Address, Hex } from 'viem'
import { isAddressEqual, recoverMessageAddress } from 'viem'
import type { Database } from '../db/database.ts'
import { formatReasons, isShortLabel, type Reason, reservedReason } from './check-label.ts'
import { InvalidNameError, NameNotFoundError, NameUnavailableError } from './errors.ts'
import { labelOf } from './full-name.ts'
import { labelSkeleton } from './label-skeleton.ts'
import {
  findByAddress,
  findByLabel,
  type RegisteredName,
  takenSkeletons,
  updateAttributes,
} from './names.queries.ts'
import { type Registration, readRegistration } from './read-registration.ts'
import { storeName } from './store-name.ts'
import { suggestedLabels } from './suggested-labels.ts'

export type NameRegistryDeps = {
  db: Database
  /** The domain below which names are registered. */
  zone: string
  nowMs: () => number
  /** @throws unless the account signed the message. */
  verify: (
    chainId: number,
    signed: { address: Address; message: string; signature: Hex },
  ) => Promise<void>
  /** Whether an account has sent a transaction on the main chain, or is a contract there: it has paid gas. */
  hasPaidGas: (address: Address) => Promise<boolean>
  /** Names that an IP address may register a day. */
  namesPerDayAndIp: number
  /** Counts a signed registration against the account's limit. Throws when it is used up. */
  takeRegistration: (address: Address) => void
}

export type NameRegistry = ReturnType<typeof createNameRegistry>

/** Labels to suggest at most. */
const MAX_SUGGESTIONS = 5

/** Creates the register of names: one per account, none that looks like another one. */
export function createNameRegistry(deps: NameRegistryDeps) {
  const { db, zone } = deps
  return {
    zone,

    /**
     * Returns a registered name, given as a label or with the zone.
     *
     * @throws {NameNotFoundError} when it is free, or of another zone.
     * @throws {InvalidNameError} | {NameUnavailableError} when it can never be registered.
     */
    find: async (name: string): Promise<RegisteredName> => {
      const label = labelOf(name, zone)
      if (label === null) throw new NameNotFoundError(name)
      const found = await findByLabel(db, label)
      if (found !== null) return found
      await requireFree(db, label)
      throw new NameNotFoundError(name)
    },

    /** Returns the name of an account. */
    findOf: (address: Address): Promise<RegisteredName | null> => findByAddress(db, address),

    /** Returns the name with a label, if there is one. */
    findLabel: (label: string): Promise<RegisteredName | null> => findByLabel(db, label),

    /** Returns free labels that resemble `label`. */
    suggest: async (label: string): Promise<string[]> => {
      const allowed = suggestedLabels(label.toLowerCase()).filter(
        (each) => formatReasons(each).length === 0 && reservedReason(each) === null,
      )
      if (allowed.length === 0) return []
      const taken = await takenSkeletons(db, allowed.map(labelSkeleton))
      return allowed.filter((each) => !taken.has(labelSkeleton(each))).slice(0, MAX_SUGGESTIONS)
    },

    /**
     * Registers a name, or changes its attributes. The same message again changes nothing.
     *
     * @param ip - IP address of the caller.
     */
    register: async (request: RegisterNameRequest, ip: string): Promise<void> => {
      const now = Math.floor(deps.nowMs() / 1_000)
      const registration = readRegistration(request, { zone, now })
      const { address, message, signature } = request
      const signed = { address, message, signature: signature as Hex }
      await deps.verify(registration.chainId, signed)
      deps.takeRegistration(address)
      const isNew = await isFree(db, registration.label, address)
      if (isNew && isShortLabel(registration.label) && !(await deps.hasPaidGas(address))) {
        throw new NameUnavailableError(SHORT)
      }
      const { chainId: _, ...content } = registration
      const name = {
        ...content,
        skeleton: labelSkeleton(content.label),
        address,
        coinType: request.coin_type,
        isKey: await isSignedByKey(signed),
        registeredAt: now,
        updatedAt: now,
      }
      const allowance = { ip, perDayAndIp: deps.namesPerDayAndIp }
      const isStored = isNew && (await storeName(db, name, allowance))
      if (!isStored) await changeAttributes(db, address, content, now)
    },
  }
}

/**
 * Returns true when the label is free, false when it belongs to the account.
 *
 * @throws {InvalidNameError} | {NameUnavailableError} when it is neither.
 */
async function isFree(db: Database, label: string, address: Address): Promise<boolean> {
  const own = await findByAddress(db, address)
  if (own === null) await requireFree(db, label)
  else if (own.label !== label) throw new NameUnavailableError(OWNS_ANOTHER)
  return own === null
}

/** A concurrent registration may have taken the name or given the account another one. */
async function changeAttributes(
  db: Database,
  address: Address,
  { label, avatar, bio, signedAt }: Omit<Registration, 'chainId'>,
  now: number,
): Promise<void> {
  const own = await findByAddress(db, address)
  if (own === null) throw new NameUnavailableError(TAKEN)
  if (own.label !== label) throw new NameUnavailableError(OWNS_ANOTHER)
  if (await updateAttributes(db, { label, avatar, bio, updatedAt: now, signedAt })) return
  const isSame = own.signedAt === signedAt && own.avatar === avatar && own.bio === bio
  if (!isSame) throw new NameUnavailableError(OLDER)
}

async function requireFree(db: Database, label: string): Promise<void> {
  const broken = formatReasons(label)
  if (broken.length > 0) throw new InvalidNameError(broken)
  const reserved = reservedReason(label)
  if (reserved !== null) throw new NameUnavailableError(reserved)
  if ((await findByLabel(db, label)) !== null) throw new NameUnavailableError(TAKEN)
  const taken = await takenSkeletons(db, [labelSkeleton(label)])
  if (taken.size > 0) throw new NameUnavailableError(CONFUSABLE)
}

const TAKEN: Reason = { name: 'taken', description: 'This name is taken.' }
const CONFUSABLE: Reason = {
  name: 'confusable',
  description: 'This name looks like one that is taken.',
}
const OWNS_ANOTHER: Reason = { name: 'one-per-account', description: 'You already own a name' }
const SHORT: Reason = {
  name: 'short-name',
  description:
    'Names this short are for accounts that have sent a transaction here, such as a bet.',
}
const OLDER: Reason = {
  name: 'older-message',
  description: 'The name was changed after this message was signed. Sign again.',
}

/** A contract wallet exists on its chain only. The holder of a key has the address on every chain. */
async function isSignedByKey(signed: {
  address: Address
  message: string
  signature: Hex
}): Promise<boolean> {
  const signer = await recoverMessageAddress(signed).catch(() => null)
  return signer !== null && isAddressEqual(signer, signed.address)
}
