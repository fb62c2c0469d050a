/**
 * The rules of docs/custody.md for a wallet by email, as a reducer of facts: the right to sign, the way back, and the effect of
 * an undo link. It knows nothing of the services.
 */

/** Someone who acts: a thief has an unlocked device of the owner, a holder the owner's passkeys, a stranger the address. */
export type Party = 'owner' | 'reader' | 'thief' | 'holder' | 'stranger'

/** The reader reads the owner's first mailbox, and a separate one. */
export type Mailbox = 'first' | 'second' | 'foreign'

const READERS: Readonly<Record<Mailbox, readonly Party[]>> = {
  first: ['owner', 'reader'],
  second: ['owner'],
  foreign: ['reader'],
}

/** The party whose passkeys are used. */
export type Keyring = Exclude<Party, 'holder'>

/** Returns the party whose passkeys `by` uses: a holder has the owner's. */
export function keyringOf(by: Party): Keyring {
  return by === 'holder' ? 'owner' : by
}

const HOUR_S = 3_600
const FRESH_S = 300
const SESSION_S = 168 * HOUR_S
const UNDO_S = 72 * HOUR_S
const HELD_S = 96 * HOUR_S

/** A device. Times are in Unix seconds; null for none. */
type Device = {
  by: 'owner' | 'reader'
  /** Whether core and device have the two shares of its pair. */
  hasShare: boolean
  /** Time of its login at the core, in a session that it still has. */
  sessionAt: number | null
  /** Time of its login at the vault. */
  loginAt: number | null
}

/** A passkey, and whose it is. */
type Passkey = { id: number; by: Keyring }

/** Protection of the recovery: `isRequired` where only a passkey opens the vault's share. */
type Protection = { passkeys: readonly Passkey[]; isRequired: boolean }

/** A change whose mail has a link that undoes it. */
type Change = {
  id: number
  by: Party
  at: number
  isUndone: boolean
  receivers: readonly Mailbox[]
}

export type Facts = Protection & {
  now: number
  nextId: number
  /** The address of the wallet at the core, and at the vault, which learns of an undo with the next login. */
  address: Mailbox
  vaultAddress: Mailbox
  devices: readonly Device[]
  /** Since when the vault holds the plain share that a passkey has taken the place of. */
  heldAt: number | null
  passkeyChanges: readonly (Change & { before: Protection })[]
  addressChanges: readonly (Change & { from: Mailbox })[]
  deviceLinks: readonly (Change & { device: number })[]
  /** Time at which a change of address was undone, kept until the next login. */
  undoneAt: number | null
}

/** A party at a device. A login has null for a new device. */
type Hand = { by: Party; device: number }

export type Action =
  | { do: 'log in'; by: 'owner' | 'reader'; device: number | null; isFlooded: boolean }
  | ({ do: 'remove device'; other: number } & Hand)
  | ({ do: 'add passkey' } & Hand)
  | ({ do: 'remove passkey'; passkey: number } & Hand)
  | ({ do: 'change address'; to: Mailbox } & Hand)
  | ({ do: 'export' } & Hand)
  | { do: 'undo passkeys' | 'undo address' | 'undo device'; by: Party; link: number }
  | { do: 'intrude'; by: 'holder' | 'stranger' }
  | { do: 'reload'; device: number }
  | { do: 'wait'; seconds: number }

/** The press of a mailed link's button; `link` is the index of the change. */
export type Undo = Extract<Action, { link: number }>

/** Returns the facts of a wallet that its owner has just made on one device. */
export function newWallet(now: number): Facts {
  return {
    now,
    nextId: 1,
    address: 'first',
    vaultAddress: 'first',
    devices: [{ by: 'owner', hasShare: true, sessionAt: now, loginAt: now }],
    passkeys: [],
    isRequired: false,
    heldAt: null,
    undoneAt: null,
    passkeyChanges: [],
    addressChanges: [],
    deviceLinks: [],
  }
}

export function reads(by: Party, mailbox: Mailbox): boolean {
  return READERS[mailbox].includes(by)
}

/** "a thief of an unlocked device": sign while the session lasts; not after the device was revoked. */
export function canSign(facts: Facts, device: number): boolean {
  const { hasShare, sessionAt } = deviceOf(facts, device)
  return hasShare && isWithin(facts, sessionAt, SESSION_S)
}

/** Returns whether an action can be tried at all, in these facts. */
export function isPossible(facts: Facts, action: Action): boolean {
  const { devices } = facts
  if ('device' in action && action.device !== null) {
    const device = devices[action.device]
    if (device === undefined) return false
    if ('by' in action && !isAt(action.by, device, action.device)) return false
  }
  switch (action.do) {
    case 'log in':
      return loginAddress(facts, action.by) !== undefined
    case 'remove device':
      return action.other !== action.device && action.other < devices.length
    case 'remove passkey':
      return action.passkey < facts.passkeys.length
    case 'change address':
      return action.to !== facts.address
    case 'undo passkeys':
    case 'undo address':
    case 'undo device':
      return linkOf(facts, action) !== undefined
    case 'add passkey':
    case 'export':
    case 'intrude':
    case 'reload':
    case 'wait':
      return true
  }
}

function isAt(by: Party, device: Device, index: number): boolean {
  return by === 'thief' ? index === 0 : device.by === by
}

/**
 * Returns the address with which `by` can try to log in: the wallet's, or an earlier one, which "no one else gets for 72
 * hours". Any other address belongs to another wallet.
 */
export function loginAddress(facts: Facts, by: Party): Mailbox | undefined {
  if (reads(by, facts.address)) return facts.address
  return facts.addressChanges.find(
    ({ from, at, isUndone }) => reads(by, from) && !isUndone && isWithin(facts, at, UNDO_S),
  )?.from
}

/** Returns the change of the link that someone opens, if it was mailed to them. */
export function linkOf(facts: Facts, action: Undo) {
  const changes: readonly Change[] = changesOf(facts, action.do)
  const change = changes[action.link]
  const isMailed = change?.receivers.some((mailbox) => reads(action.by, mailbox)) ?? false
  return isMailed ? change : undefined
}

function changesOf(facts: Facts, undo: Undo['do']): readonly Change[] {
  if (undo === 'undo passkeys') return facts.passkeyChanges
  return undo === 'undo address' ? facts.addressChanges : facts.deviceLinks
}

/** Returns whether an action succeeds. */
export function isAllowed(facts: Facts, action: Action): boolean {
  switch (action.do) {
    case 'log in':
      return canLogIn(facts, action)
    case 'remove device':
      return isInSession(facts, action.device) && hasPasskey(facts, action.by)
    case 'add passkey':
      return isFresh(facts, action.device) && hasPasskey(facts, action.by)
    case 'remove passkey':
      return isFresh(facts, action.device) && canRemove(facts, action)
    case 'change address':
      return (
        isInSession(facts, action.device) &&
        hasPasskey(facts, action.by) &&
        [facts.address, action.to].every((mailbox) => reads(action.by, mailbox))
      )
    case 'export':
      return (
        isFresh(facts, action.device) &&
        isWithin(facts, deviceOf(facts, action.device).sessionAt, FRESH_S) &&
        hasPasskey(facts, action.by)
      )
    case 'undo passkeys':
    case 'undo address':
    case 'undo device': {
      const change = linkOf(facts, action)
      return change !== undefined && !change.isUndone && isWithin(facts, change.at, UNDO_S)
    }
    // "someone who knows the address"; "A passkey is a key, not a login".
    case 'intrude':
      return false
    case 'reload':
    case 'wait':
      return true
  }
}

/** "a reader of the user's mail": everything the user can, on a new device, unless the wallet has a passkey. */
function canLogIn(facts: Facts, { by, device }: Action & { do: 'log in' }): boolean {
  if (!reads(by, facts.address)) return false
  if (device !== null && deviceOf(facts, device).hasShare) return true
  return hasPasskey(settle(facts), by)
}

/** "passkey: the login or session, and, while the wallet needs a passkey, the proof that one opens the vault's share". */
function hasPasskey({ isRequired, passkeys }: Protection, by: Party): boolean {
  return !isRequired || passkeys.some((passkey) => passkey.by === keyringOf(by))
}

/** "Adding and removing needs the share again, which only another passkey opens". */
function canRemove(facts: Facts, { by, passkey }: { by: Party; passkey: number }): boolean {
  const others = facts.passkeys.filter((_, index) => index !== passkey)
  return hasPasskey(others.length > 0 ? { ...facts, passkeys: others } : facts, by)
}

/** "session: at the core its session; at the vault, after five minutes, with a receipt of the core". */
function isInSession(facts: Facts, device: number): boolean {
  const { sessionAt, loginAt } = deviceOf(facts, device)
  return isWithin(facts, sessionAt, SESSION_S) && isWithin(facts, loginAt, SESSION_S)
}

/** "fresh login: a login of the last five minutes". */
function isFresh(facts: Facts, device: number): boolean {
  return isWithin(facts, deviceOf(facts, device).loginAt, FRESH_S)
}

function isWithin({ now }: Facts, at: number | null, seconds: number): boolean {
  return at !== null && now - at < seconds
}

function deviceOf({ devices }: Facts, index: number): Device {
  const device = devices[index]
  if (device === undefined) throw new TypeError(`no device ${index}`)
  return device
}

/** Returns the facts after an action that was possible. */
export function next(facts: Facts, action: Action): Facts {
  if (action.do === 'log in') return afterLogin(facts, action)
  if (!isAllowed(facts, action)) return facts
  switch (action.do) {
    case 'remove device':
      return revoke(facts, (index) => index === action.other)
    case 'add passkey':
      return addPasskey(facts, action.by)
    case 'remove passkey':
      return removePasskey(facts, action)
    case 'change address':
      return changeAddress(facts, action)
    case 'undo passkeys':
      return undoPasskeys(facts, action)
    case 'undo address':
      return undoAddress(facts, action)
    case 'undo device':
      return revoke(facts, (index) => index === facts.deviceLinks[action.link]?.device)
    case 'wait':
      return wait(facts, action.seconds)
    case 'export':
    case 'intrude':
    case 'reload':
      return facts
  }
}

function afterLogin(facts: Facts, action: Action & { do: 'log in' }): Facts {
  const { by } = action
  if (!reads(by, facts.address)) return facts
  const index = action.device ?? facts.devices.length
  const known = facts.devices[index]
  const isNew = known?.hasShare !== true
  const added = known ?? { by, hasShare: false, sessionAt: null, loginAt: null }
  const seen = setDevice(facts, index, { ...added, loginAt: facts.now })
  const settled = isNew ? settle(seen, index) : seen
  const device = deviceOf(settled, index)
  const opened = canLogIn(facts, action)
    ? setDevice(settled, index, { ...device, hasShare: true, sessionAt: facts.now })
    : settled
  if (!isNew) return opened
  const link = { ...changeBy(by, facts), device: index, receivers: [facts.address] }
  return { ...opened, nextId: opened.nextId + 1, deviceLinks: [...opened.deviceLinks, link] }
}

function setDevice(facts: Facts, index: number, device: Device): Facts {
  const devices = [...facts.devices]
  devices[index] = device
  return { ...facts, devices }
}

function changeBy(by: Party, { nextId: id, now: at }: Facts) {
  return { id, by, at, isUndone: false }
}

/** "a device is removed": its share is gone, its sessions end, and a new login brings it back. */
function revoke(facts: Facts, isRevoked: (index: number) => boolean): Facts {
  const devices = facts.devices.map((device, index) =>
    isRevoked(index) ? { ...device, hasShare: false, sessionAt: null } : device,
  )
  return { ...facts, devices }
}

/** Records a change of the passkeys: "Each mail goes to every address with which someone can log in". */
function recordPasskeys(
  facts: Facts,
  by: Party,
  after: Protection,
  alsoTo: readonly Mailbox[] = [],
): Facts {
  const { passkeys, isRequired } = facts
  const receivers = [...new Set([...alsoTo, facts.vaultAddress])]
  const change = { ...changeBy(by, facts), before: { passkeys, isRequired }, receivers }
  const passkeyChanges = [...facts.passkeyChanges, change]
  return { ...facts, ...after, nextId: facts.nextId + 1, passkeyChanges }
}

/** "only then does the vault put its plain one aside. From then on, a new device needs the passkey besides the login". */
function addPasskey(facts: Facts, by: Party): Facts {
  const passkeys = [...facts.passkeys, { id: facts.nextId, by: keyringOf(by) }]
  const added = recordPasskeys(facts, by, { passkeys, isRequired: facts.isRequired })
  if (facts.isRequired) return added
  return { ...recordPasskeys(added, by, { passkeys, isRequired: true }), heldAt: facts.now }
}

/** "removing the last passkey gives the vault its plain share back". */
function removePasskey(facts: Facts, { by, passkey }: Hand & { passkey: number }): Facts {
  const passkeys = facts.passkeys.filter((_, index) => index !== passkey)
  const isLast = passkeys.length === 0
  const isRequired = facts.isRequired && !isLast
  const heldAt = isLast ? null : facts.heldAt
  return { ...recordPasskeys(facts, by, { passkeys, isRequired }), heldAt }
}

/** "its button puts the passkeys back as they were before the change, undoes what came later, and ends the account's logins". */
function undoPasskeys(facts: Facts, { by, link }: { by: Party; link: number }): Facts {
  const change = facts.passkeyChanges[link]
  const restored = change && restore(facts, change.before)
  if (change === undefined || restored === undefined) return facts
  const undone = markUndone(facts, link)
  const recorded = recordPasskeys(undone, by, change.before, change.receivers)
  const devices = facts.devices.map((device) => ({ ...device, loginAt: null }))
  return { ...recorded, ...restored, devices }
}

/** Returns undefined when the plain share that was before is deleted. */
function restore(facts: Facts, before: Protection) {
  if (facts.isRequired && !before.isRequired) {
    return facts.heldAt === null ? undefined : { ...before, heldAt: null }
  }
  const isHeld = !facts.isRequired && before.isRequired
  return { ...before, heldAt: isHeld ? facts.now : facts.heldAt }
}

function markUndone(facts: Facts, first: number): Facts {
  const passkeyChanges = facts.passkeyChanges.map((change, index) =>
    index >= first ? { ...change, isUndone: true } : change,
  )
  return { ...facts, passkeyChanges }
}

/** "the core moves the account in one transaction and logs out every other device". */
function changeAddress(facts: Facts, { by, device, to }: Hand & { to: Mailbox }): Facts {
  const change = { ...changeBy(by, facts), from: facts.address, receivers: [facts.address] }
  const addressChanges = [...facts.addressChanges, change]
  const moved = { ...facts, address: to, addressChanges, nextId: facts.nextId + 1 }
  return settle(
    revoke(moved, (index) => index !== device),
    device,
  )
}

/** "the earlier address logs in again, every device is logged out, later changes are undone, too". */
function undoAddress(facts: Facts, { link }: { link: number }): Facts {
  const address = facts.addressChanges[link]?.from ?? facts.address
  const addressChanges = facts.addressChanges.map((change, index) =>
    index >= link ? { ...change, isUndone: true } : change,
  )
  const undone = { ...facts, address, addressChanges, undoneAt: facts.now }
  return revoke(undone, () => true)
}

/** "the next login with the earlier address removes the passkeys that were added since four days before". */
function settle(facts: Facts, device: number | null = null): Facts {
  const { undoneAt, address } = facts
  const restored = undoneAt === null ? facts : removeForeign(facts, undoneAt)
  const settled = { ...restored, undoneAt: null, vaultAddress: address }
  if (address === facts.vaultAddress) return settled
  const devices = settled.devices.map((each, index) =>
    index === device ? each : { ...each, loginAt: null },
  )
  return { ...settled, devices }
}

/** "If one of them took the place of the plain share, the share returns; if of an older passkey, that passkey does". */
function removeForeign(facts: Facts, undoneAt: number): Facts {
  const first = facts.passkeyChanges.findIndex(({ at }) => at > undoneAt - HELD_S)
  const counted = first < 0 ? [] : facts.passkeyChanges.slice(first)
  const before = counted[0]?.before
  if (before === undefined || counted.every(({ isUndone }) => isUndone)) return facts
  const marked = markUndone(facts, first)
  const isHeld = facts.heldAt !== null
  if (facts.isRequired && !isHeld && !before.isRequired) return marked
  const isRequired = facts.isRequired && !isHeld
  return {
    ...marked,
    passkeys: before.passkeys,
    isRequired,
    heldAt: isRequired ? facts.heldAt : null,
  }
}

/** "The vault holds the plain share, encrypted, for four more days". */
function wait(facts: Facts, seconds: number): Facts {
  const later = { ...facts, now: facts.now + seconds }
  return isWithin(later, later.heldAt, HELD_S) ? later : { ...later, heldAt: null }
}

/** Return of the owner on a new device. */
const COME_BACK: Action = { do: 'log in', by: 'owner', device: null, isFlooded: false }

/**
 * Returns the documented steps by which the owner signs again on a new device: links in mails, then a login. Null if none do,
 * as when someone else's change is more than 72 hours old.
 */
export function planReturn(facts: Facts, mostLinks = 3): readonly Action[] | null {
  if (isPossible(facts, COME_BACK) && isAllowed(facts, COME_BACK)) return [COME_BACK]
  if (mostLinks === 0) return null
  for (const action of undoActions(facts)) {
    const rest = planReturn(next(facts, action), mostLinks - 1)
    if (rest !== null) return [action, ...rest]
  }
  return null
}

function undoActions(facts: Facts): readonly Action[] {
  return (['undo address', 'undo passkeys'] as const)
    .flatMap((undo) =>
      changesOf(facts, undo).map((_, link): Action => ({ do: undo, by: 'owner', link })),
    )
    .filter((action) => isPossible(facts, action) && isAllowed(facts, action))
}

/** "for 72 hours the mailbox decides": within them, the owner can undo whatever others have changed. */
export function isInTime(facts: Facts): boolean {
  return [...facts.passkeyChanges, ...facts.addressChanges].every(
    ({ by, at }) => by === 'owner' || isWithin(facts, at, UNDO_S),
  )
}
