import type { RequestPayload } from '@bullring/wire/embedded/frame-messages/requests'
import { needsApproval } from '@bullring/wire/embedded/frame-messages/rpc-methods'
import { NotSupportedError } from '#frame-errors.ts'
import type { RequestHandlers } from '#protocol/request-handlers.ts'
import { readRpc } from '#rpc/read-rpc.ts'
import { readAccountType } from './account-types.ts'
import { activeAccount } from './active-account.ts'
import { type Appearance, withDapp, withTheme } from './appearance.ts'
import { readChain } from './chain-id.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import { toFrameUser } from './frame-user.ts'
import { createLoginHandlers } from './login-handlers.ts'

export type HandlerDeps = {
  services: Promise<FrameServices>
  state: FrameState
  /** Called when theme, language or name of the app changed; resolves once the page shows it. */
  onAppearance: (appearance: Appearance) => Promise<void>
  /** Shows a request to the user and carries it out once approved. */
  approve: (request: RequestPayload<'RPC_REQUEST'>) => Promise<unknown>
}

/** Creates the handlers of all requests of one site. */
export function createHandlers(deps: HandlerDeps): RequestHandlers {
  const { services, state, onAppearance, approve } = deps

  function selectChain(value: string | number | undefined): void {
    if (value === undefined) return
    const chain = readChain(value)
    if (chain === undefined) throw new NotSupportedError('This network is not supported.')
    state.chain = chain
  }

  async function setAppearance(appearance: Appearance): Promise<void> {
    state.appearance = appearance
    await onAppearance(appearance)
  }

  return {
    ...createLoginHandlers(services, state),
    GET_USER: async (payload) => {
      selectChain(payload?.chainId)
      const { session, accountTypes } = await services
      return await toFrameUser(accountTypes, await session.require(), state.chain)
    },
    IS_CONNECTED: async () => {
      const { session } = await services
      return { isConnected: (await session.current()) !== undefined }
    },
    SIGN_OUT: async () => {
      const { session, farcasterLogin } = await services
      farcasterLogin.drop()
      await session.close()
    },
    GET_CHAIN_ID: () => ({ chainId: state.chain }),
    SWITCH_NETWORK: ({ chainId }) => {
      selectChain(chainId)
      return { chainId: state.chain }
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => {
      const { accountTypes } = await services
      state.isChoiceOffered = true
      return { smartAccountEnabledNetworks: [...accountTypes.chainIds] }
    },
    SET_PREFERRED_ACCOUNT: async ({ type }) => {
      const { session, accountTypes } = await services
      const current = await session.current().catch(() => undefined)
      // Apps send their default at the start, before and after the login: only a user's choice counts.
      if (current === undefined) return { type: 'eoa', address: '' }
      const chosen = readAccountType(type)
      if (state.isChoiceOffered && chosen) await accountTypes.prefer(state.chain, chosen)
      return await activeAccount(accountTypes, current.wallet, state.chain)
    },
    INIT_SMART_ACCOUNT: () => {
      throw new NotSupportedError('A smart account is created with its first transaction.')
    },
    SYNC_THEME: (payload) => setAppearance(withTheme(state.appearance, payload)),
    SYNC_DAPP_DATA: (payload) => setAppearance(withDapp(state.appearance, payload)),
    RPC_REQUEST: async (request) =>
      needsApproval(request.method) ? approve(request) : readRpc(await services, state, request),
    RELOAD: async () => {
      // The app left the Farcaster view; its pending request gets no reply (see NO_REPLY).
      const { farcasterLogin } = await services
      farcasterLogin.drop()
    },
  }
}
