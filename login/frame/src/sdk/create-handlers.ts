import type { ReplyPayload } from '@bullring/login-api/frame-messages/replies'
import type { RequestPayload } from '@bullring/login-api/frame-messages/requests'
import { needsApproval } from '@bullring/login-api/frame-messages/rpc-methods'
import type { RequestHandlers } from '#protocol/request-handlers.ts'
import { readRpc } from '#rpc/read-rpc.ts'
import { createAccountHandlers } from './account-handlers.ts'
import { type Appearance, withDapp, withTheme } from './appearance.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import { createLoginHandlers } from './login-handlers.ts'

export type HandlerDeps = {
  services: Promise<FrameServices>
  state: FrameState
  /** Called when theme, language or name of the app changed; resolves once the page shows it. */
  onAppearance: (appearance: Appearance) => Promise<void>
  /** Shows a request to the user and carries it out once approved. */
  approve: (request: RequestPayload<'RPC_REQUEST'>) => Promise<unknown>
  /** Keeps a request for a page of the wallet. */
  keep: (request: RequestPayload<'KEEP_REQUEST'>) => Promise<ReplyPayload<'KEEP_REQUEST'>>
  takeOutcome: (id: string) => Promise<ReplyPayload<'TAKE_OUTCOME'>>
}

/** Creates the handlers of all requests of one site. */
export function createHandlers(deps: HandlerDeps): RequestHandlers {
  const { services, state, onAppearance, approve, keep, takeOutcome } = deps

  async function setAppearance(appearance: Appearance): Promise<void> {
    state.appearance = appearance
    await onAppearance(appearance)
  }

  return {
    ...createLoginHandlers(services, state),
    ...createAccountHandlers(services, state),
    SYNC_THEME: (payload) => setAppearance(withTheme(state.appearance, payload)),
    SYNC_DAPP_DATA: (payload) => {
      state.hearsApproval = payload.hearsApproval === true
      state.followsWallet = payload.followsWallet === true
      state.opensNoWindows = payload.opensNoWindows === true
      return setAppearance(withDapp(state.appearance, payload))
    },
    RPC_REQUEST: async (request) =>
      needsApproval(request.method) ? approve(request) : readRpc(await services, state, request),
    KEEP_REQUEST: keep,
    TAKE_OUTCOME: ({ id }) => takeOutcome(id),
    RELOAD: async () => {
      // The app left the Farcaster view; its pending request gets no reply (see NO_REPLY).
      const { farcasterLogin } = await services
      farcasterLogin.drop()
    },
  }
}
