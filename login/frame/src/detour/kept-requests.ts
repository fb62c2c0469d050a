import { KeptOutcome, USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { LANGUAGES } from '@bullring/wire/text/languages'
import * as z from 'zod/mini'
import type { FrameStorage } from '#device/frame-storage.ts'

/** Time in which a page of the wallet shows a kept request, and the user approves it. */
const LIFE_MS = 10 * 60_000

/** Time in which its page can fetch the outcome. */
const STORED_MS = 60 * 60_000

/** Most requests that are kept; a newer one replaces the oldest. */
const MAX_KEPT = 20

const KEY = 'kept requests'
const ID_BYTES = 16

const KeptRequest = z.object({
  /** Origin of the asking page, from the browser. */
  origin: z.string(),
  projectId: z.string(),
  /** Address of the account that the page knows. */
  account: z.string(),
  chain: z.int(),
  request: RpcRequest,
  /** Page of `origin` to return to. */
  returnTo: z.url(),
  language: z.enum(LANGUAGES),
  theme: z.enum(['light', 'dark']),
  followsWallet: z.boolean(),
})
/** A request that waits for a page of the wallet, in the same tab. */
export type KeptRequest = z.infer<typeof KeptRequest>

const Entry = z.object({
  id: z.string(),
  keptAt: z.number(),
  /** `shown` once: the link shows nothing a second time. */
  stage: z.enum(['kept', 'shown', 'approved']),
  outcome: z.optional(KeptOutcome),
  kept: KeptRequest,
})
type Entry = z.infer<typeof Entry>

/** The requests that pages have left behind for a page of the wallet. Each step counts once, in whichever tab. */
export type KeptRequests = {
  /** Returns the id, which no one can guess. */
  keep: (kept: KeptRequest) => Promise<string>
  /** Returns the request for its page; undefined if there is none, it is too old, or was shown before. */
  show: (id: string) => Promise<KeptRequest | undefined>
  /** Returns whether the request may be carried out: it is shown, young enough, and its outcome is not taken. */
  approve: (id: string) => Promise<boolean>
  finish: (id: string, outcome: KeptOutcome) => Promise<void>
  /** Returns and forgets the outcome for the origin that asked. A request that is not approved by then counts as rejected. */
  take: (id: string, origin: string) => Promise<KeptOutcome>
  /** Forgets the approved requests of an origin. The page of another one still says that it can no longer be approved. */
  forget: (origin: string) => Promise<void>
}

/** The request is carried out, or was, and its page has not said how. */
const UNKNOWN: KeptOutcome = { result: null }
const REJECTED: KeptOutcome = { error: { message: USER_REJECTED_MESSAGE } }

/** Creates the {@link KeptRequests} of this browser. */
export function createKeptRequests(storage: FrameStorage, now = Date.now): KeptRequests {
  const change = async (turn: (entries: readonly Entry[]) => readonly Entry[]) => {
    await storage.update('sessions', KEY, (current) =>
      turn(parseEntries(current)).filter(({ keptAt }) => Math.abs(now() - keptAt) < STORED_MS),
    )
  }
  /** Moves a young request one stage on. Returns it unless it is at another stage. */
  const advance = async (id: string, from: Entry['stage'], to: Entry['stage']) => {
    let advanced: KeptRequest | undefined
    await change((entries) =>
      entries.map((entry) => {
        if (entry.id !== id || entry.stage !== from || isOld(entry, now())) return entry
        advanced = entry.kept
        return { ...entry, stage: to }
      }),
    )
    return advanced
  }
  return {
    keep: async (kept) => {
      const id = randomId()
      const entry: Entry = { id, keptAt: now(), stage: 'kept', kept }
      await change((entries) =>
        [
          ...entries.filter((other) => other.stage === 'approved' || !isOld(other, now())),
          entry,
        ].slice(-MAX_KEPT),
      )
      return id
    },
    show: (id) => advance(id, 'kept', 'shown'),
    approve: async (id) => (await advance(id, 'shown', 'approved')) !== undefined,
    finish: (id, outcome) =>
      change((entries) =>
        entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry)),
      ),
    take: async (id, origin) => {
      let taken: Entry | undefined
      const isTaken = (entry: Entry) => entry.id === id && entry.kept.origin === origin
      await change((entries) => {
        taken = entries.find(isTaken)
        return entries.filter((entry) => !isTaken(entry))
      })
      if (taken === undefined) return UNKNOWN
      return taken.outcome ?? (taken.stage === 'approved' ? UNKNOWN : REJECTED)
    },
    forget: (origin) =>
      change((entries) =>
        entries.filter(({ stage, kept }) => stage !== 'approved' || kept.origin !== origin),
      ),
  }
}

/** A request of another version, or a damaged one, is dropped. */
function parseEntries(stored: unknown): readonly Entry[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry) => z.safeParse(Entry, entry).data ?? [])
}

/** A clock that was set back does not make a request younger than new. */
function isOld({ keptAt }: Entry, nowMs: number): boolean {
  return nowMs < keptAt || nowMs - keptAt >= LIFE_MS
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(ID_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
