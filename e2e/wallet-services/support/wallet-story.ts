import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type Action,
  type Facts,
  isAllowed,
  isInTime,
  isPossible,
  type Mailbox,
  newWallet,
  next,
  type Party,
  planReturn,
} from './custody-model.ts'
import { playAction } from './play-action.ts'
import type { WalletServices } from './wallet-services.ts'
import { collectLinks, createWorld, observe, predict, timeOf, type World } from './wallet-world.ts'

type Model = { facts: Facts }
type Step = fc.AsyncCommand<Model, World>

const PARTIES: readonly Party[] = ['owner', 'reader', 'thief']
const MAILBOXES: readonly Mailbox[] = ['first', 'second', 'foreign']
const HOUR_S = 3_600
/** Durations whose sums are never near a limit: five minutes, 72 hours, four days, seven days. */
const WAITS_S = [600, 25 * HOUR_S, 50 * HOUR_S, 100 * HOUR_S]
const MOST_DEVICES = 4

/** Every action of a kind, by how often it is drawn. */
const KINDS: readonly ((facts: Facts) => readonly Action[])[] = [
  (facts) => logins(facts, 'owner'),
  (facts) => logins(facts, 'reader'),
  (facts) => atDevices(facts, (hand) => [{ do: 'add passkey', ...hand }]),
  (facts) => atDevices(facts, (hand) => [{ do: 'export', ...hand }]),
  (facts) =>
    atDevices(facts, (hand) =>
      facts.devices.map((_, other): Action => ({ do: 'remove device', other, ...hand })),
    ),
  (facts) =>
    atDevices(facts, (hand) =>
      facts.passkeys.map((_, passkey): Action => ({ do: 'remove passkey', passkey, ...hand })),
    ),
  (facts) =>
    atDevices(facts, (hand) =>
      MAILBOXES.map((to): Action => ({ do: 'change address', to, ...hand })),
    ),
  ({ passkeyChanges }) => undos('undo passkeys', passkeyChanges.length),
  ({ addressChanges }) => undos('undo address', addressChanges.length),
  ({ deviceLinks }) => undos('undo device', deviceLinks.length),
  () => (['holder', 'stranger'] as const).map((by): Action => ({ do: 'intrude', by })),
  ({ devices }) => devices.map((_, device): Action => ({ do: 'reload', device })),
  () => WAITS_S.map((seconds): Action => ({ do: 'wait', seconds })),
]

function logins({ devices }: Facts, by: 'owner' | 'reader'): readonly Action[] {
  const known = devices.map((_, device) => device)
  const any = devices.length < MOST_DEVICES ? [null, ...known] : known
  return any.flatMap((device) =>
    [false, true].map((isFlooded): Action => ({ do: 'log in', by, device, isFlooded })),
  )
}

function atDevices(
  { devices }: Facts,
  actionsOf: (hand: { by: Party; device: number }) => readonly Action[],
): readonly Action[] {
  return devices.flatMap((_, device) => PARTIES.flatMap((by) => actionsOf({ by, device })))
}

function undos(undo: 'undo passkeys' | 'undo address' | 'undo device', count: number) {
  return PARTIES.flatMap((by) =>
    Array.from({ length: count }, (_, link): Action => ({ do: undo, by, link })),
  )
}

/** Draws random actions of a wallet's parties. */
export function aStory(mostSteps: number): fc.Arbitrary<Iterable<Step>> {
  const steps = KINDS.map((kind) => fc.nat(1_000).map((pick) => createStep(kind, pick)))
  return fc.commands(steps, { maxCommands: mostSteps, size: 'max' })
}

function createStep(kind: (facts: Facts) => readonly Action[], pick: number): Step {
  let taken = ''
  const choose = ({ facts }: Model) => {
    const possible = kind(facts).filter((action) => isPossible(facts, action))
    const allowed = possible.filter((action) => isAllowed(facts, action))
    // Most possible actions are refused, and change nothing.
    const actions = pick % 3 === 0 || allowed.length === 0 ? possible : allowed
    return actions[Math.floor(pick / 3) % actions.length]
  }
  return {
    check: (model) => choose(model) !== undefined,
    run: async (model, world) => {
      const action = choose(model)
      if (action === undefined) return
      taken = JSON.stringify(action)
      await take(model, world, action)
    },
    toString: () => taken,
  }
}

/** Applies the same action to the services and the model, and compares the results. */
async function take(model: Model, world: World, action: Action): Promise<void> {
  const facts = { ...model.facts, now: timeOf(world) }
  world.story.push(JSON.stringify(action))
  const isDone = await playAction(world, facts, action)
  model.facts = next(facts, action)
  const isUndo = action.do.startsWith('undo')
  const said = { isDone: isUndo || isAllowed(facts, action), ...predict(world, model.facts) }
  const seen = { isDone: isUndo || isDone, ...(await observe(world)) }
  expect(seen, world.story.join('\n')).toEqual(said)
  await collectLinks(world, model.facts)
}

/**
 * Plays a story at the services and in the model, which must agree after each step. In the end the owner comes back by the
 * documented steps, if every change by someone else is less than 72 hours old, and removes all other devices.
 */
export async function playStory(services: WalletServices, story: Iterable<Step>): Promise<void> {
  const world = await createWorld(services)
  const model = { facts: newWallet(timeOf(world)) }
  await fc.asyncModelRun(() => ({ model, real: world }), story)
  await comeBack(model, world)
}

/** Replays stories on which the services and the model once disagreed. */
export async function playActions(
  services: WalletServices,
  actions: readonly Action[],
): Promise<void> {
  await playStory(
    services,
    actions.map((action) => ({
      check: () => true,
      run: (model, world) => take(model, world, action),
      toString: () => JSON.stringify(action),
    })),
  )
}

async function comeBack(model: Model, world: World): Promise<void> {
  model.facts = { ...model.facts, now: timeOf(world) }
  world.story.push('the owner comes back')
  const plan = planReturn(model.facts)
  if (plan === null) {
    expect(isInTime(model.facts), world.story.join('\n')).toBe(false)
    return
  }
  for (const action of plan) await take(model, world, action)
  const device = model.facts.devices.length - 1
  for (let other = 0; other < device; other += 1) {
    await take(model, world, { do: 'remove device', by: 'owner', device, other })
  }
  const signers = model.facts.devices.map((_, index) => index === device)
  expect((await observe(world)).signers, world.story.join('\n')).toEqual(signers)
}
