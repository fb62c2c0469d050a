import type { SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { createCodeLogin } from '#login/code-login.ts'
import { NO_REPLY, type RequestHandlers } from '#protocol/request-handlers.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import { toFrameUser } from './frame-user.ts'

type LoginRequest =
  | 'CONNECT_EMAIL'
  | 'CONNECT_DEVICE'
  | 'CONNECT_OTP'
  | 'CONNECT_SOCIAL'
  | 'GET_SOCIAL_REDIRECT_URI'
  | 'GET_FARCASTER_URI'
  | 'CONNECT_FARCASTER'
  | 'CONNECT_TELEGRAM'
  | 'UPDATE_EMAIL'
  | 'UPDATE_EMAIL_PRIMARY_OTP'
  | 'UPDATE_EMAIL_SECONDARY_OTP'

/** Creates the handlers of the requests that sign in or change the login. */
export function createLoginHandlers(
  services: Promise<FrameServices>,
  state: FrameState,
): Pick<RequestHandlers, LoginRequest> {
  let codeLogin = createCodeLogin<SessionOpenRequest>()
  return {
    CONNECT_EMAIL: async ({ email }) => {
      const { emailLogin, session } = await services
      const current = await session.current()
      codeLogin = createCodeLogin()
      return emailLogin.start(email, current?.token ?? null)
    },
    CONNECT_DEVICE: async () => (await services).emailLogin.waitForDevice(),
    CONNECT_OTP: async ({ otp }) => {
      const { emailLogin, session } = await services
      await codeLogin(otp, emailLogin.verify, async (login) => void (await session.open(login)))
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider }) => ({
      uri: await (await services).socialLogin.start(provider),
    }),
    CONNECT_SOCIAL: async ({ uri }) => {
      const { socialLogin, session, accountTypes } = await services
      const login = await socialLogin.finish(uri)
      const user = await toFrameUser(accountTypes, await session.open(login), state.chain)
      return { ...user, userName: login.identity.name ?? login.identity.email }
    },
    GET_FARCASTER_URI: async () => ({ url: await (await services).farcasterLogin.start() }),
    CONNECT_FARCASTER: async () => {
      const { farcasterLogin, session } = await services
      const login = await farcasterLogin.wait()
      if (login === undefined) return NO_REPLY
      await session.open(login)
      return { userName: login.identity.name ?? `!${login.identity.subject}` }
    },
    CONNECT_TELEGRAM: async ({ initData }) => {
      const { telegramLogin, session } = await services
      const login = await telegramLogin.logIn(initData)
      await session.open(login)
      return { userName: login.identity.name }
    },
    UPDATE_EMAIL: async ({ email }) => {
      const { emailChange, session } = await services
      const { token, session: current, wallet } = await session.require()
      const { provider, email: shown } = current.user
      const login = { token, walletId: wallet.id, email: provider === 'email' ? shown : null }
      return { action: await emailChange.start(login, email) }
    },
    UPDATE_EMAIL_PRIMARY_OTP: async ({ otp, awaitsApproval = false }) =>
      (await services).emailChange.confirmPrimary(otp, { awaitsApproval }),
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => {
      const { emailChange, session } = await services
      const { token, wallet } = await session.require()
      const newEmail = await emailChange.confirmSecondary(otp, { token, walletId: wallet.id })
      // Only what is shown: a failure here must not hide that the address has changed.
      await session.refresh().catch(() => undefined)
      return { newEmail }
    },
  }
}
