import { CustodySession } from '@bullring/login-api/custody-api/session'
import * as z from 'zod/mini'
import type { FrameStorage } from './frame-storage.ts'

const StoredSession = z.object({ token: z.string(), session: CustodySession })
/** A session with the core, and what it last said about it. */
export type StoredSession = z.infer<typeof StoredSession>

/** The session of one embedding site, kept across reloads. */
export type SessionStore = {
  read: () => Promise<StoredSession | undefined>
  write: (session: StoredSession) => Promise<void>
  remove: () => Promise<void>
}

/** Creates the session store of the site `origin`: sites share the device, not its sessions. */
export function createSessionStore(storage: FrameStorage, origin: string): SessionStore {
  return {
    read: async () => {
      const parsed = z.safeParse(StoredSession, await storage.get('sessions', origin))
      return parsed.success ? parsed.data : undefined
    },
    write: (session) => storage.put('sessions', origin, session),
    remove: () => storage.remove('sessions', origin),
  }
}
