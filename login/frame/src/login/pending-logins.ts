import { SocialProvider } from '@bullring/login-api/social-provider'
import * as z from 'zod/mini'
import type { FrameStorage } from '#device/frame-storage.ts'

const PendingLogin = z.object({
  /** Identifies the login: a parameter of both URLs. */
  state: z.string(),
  provider: SocialProvider,
  /** Origin of the app that started it. */
  origin: z.string(),
  codeVerifier: z.string(),
})
/** A login at another site that this browser has started. */
export type PendingLogin = z.infer<typeof PendingLogin>

/** Those of other tabs too; older ones were left. */
const MAX = 5

const KEY = 'oauth'

/** Stores a login. It must outlive the page: some apps leave it for the login. */
export async function addPendingLogin(storage: FrameStorage, login: PendingLogin): Promise<void> {
  await storage.put('sessions', KEY, [login, ...(await readAll(storage))].slice(0, MAX))
}

/** Returns the login that this browser has started with `state`, if any. */
export async function findPendingLogin(
  storage: FrameStorage,
  state: string,
): Promise<PendingLogin | undefined> {
  return (await readAll(storage)).find((login) => login.state === state)
}

/** Returns a login, which is used up. */
export async function takePendingLogin(
  storage: FrameStorage,
  state: string,
): Promise<PendingLogin | undefined> {
  const logins = await readAll(storage)
  const others = logins.filter((login) => login.state !== state)
  await storage.put('sessions', KEY, others)
  return logins.find((login) => login.state === state)
}

async function readAll(storage: FrameStorage): Promise<readonly PendingLogin[]> {
  const stored = z.safeParse(z.array(PendingLogin), await storage.get('sessions', KEY))
  return stored.success ? stored.data : []
}
