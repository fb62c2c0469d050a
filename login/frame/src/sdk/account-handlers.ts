import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import { NotSupportedError } from '#frame-errors.ts'
import type { RequestHandlers } from '#protocol/request-handlers.ts'
import { readAccountType } from './account-types.ts'
import { activeAccount, smartAccountOf } from './active-account.ts'
import { readChain, type SelectedChain } from './chain-id.ts'
import type { FrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import { isDeployed, toFrameUser } from './frame-user.ts'

type AccountHandlers = Pick<
  RequestHandlers,
  | 'GET_USER'
  | 'IS_CONNECTED'
  | 'SIGN_OUT'
  | 'GET_CHAIN_ID'
  | 'SWITCH_NETWORK'
  | keyof AccountTypeHandlers
>

/** Creates the handlers for the account that a site uses, and its chain. */
export function createAccountHandlers(
  services: Promise<FrameServices>,
  state: FrameState,
): AccountHandlers {
  async function selectChain(value: string | number | undefined): Promise<void> {
    if (value === undefined) return
    const chain = readChain(value)
    // Apps name the chain of the frame's URL again at each login: only a change can be refused.
    if (chain === state.chain) return
    if (chain === undefined || !isServed(chain, (await services).config)) {
      throw new NotSupportedError('This network is not supported.')
    }
    state.chain = chain
  }

  return {
    GET_USER: async (payload) => {
      await selectChain(payload?.chainId)
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
    SWITCH_NETWORK: async ({ chainId }) => {
      await selectChain(chainId)
      return { chainId: state.chain }
    },
    ...createAccountTypeHandlers(services, state),
  }
}

/** The configuration lists no clusters of Solana. */
function isServed(chain: SelectedChain, { chains }: Pick<FrameConfig, 'chains'>): boolean {
  return typeof chain === 'string' || chains.some(({ id }) => id === chain)
}

type AccountTypeHandlers = Pick<
  RequestHandlers,
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS' | 'SET_PREFERRED_ACCOUNT' | 'INIT_SMART_ACCOUNT'
>

/** Creates the handlers for the choice between the key and the smart account. */
function createAccountTypeHandlers(
  services: Promise<FrameServices>,
  state: FrameState,
): AccountTypeHandlers {
  return {
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => {
      const { accountTypes } = await services
      state.isChoiceOffered = true
      return { smartAccountEnabledNetworks: [...accountTypes.chainIds] }
    },
    SET_PREFERRED_ACCOUNT: async ({ type }) => {
      const { session, accountTypes } = await services
      const current = await session.current().catch(() => undefined)
      // Apps send their default at the start, before and after the login: only a user's choice counts. Its coins would
      // seem gone if a wallet changed its address by itself. Without smart accounts, the reply says so: apps report no error.
      if (current === undefined) return { type: 'eoa', address: '' }
      const chosen = readAccountType(type)
      if (state.isChoiceOffered && chosen) await accountTypes.prefer(state.chain, chosen)
      const { wallet } = await session.require()
      return await activeAccount(accountTypes, wallet, state.chain)
    },
    // Its first transaction deploys the account; until then its address can be used already.
    INIT_SMART_ACCOUNT: async () => {
      const { session, accountTypes } = await services
      const { wallet } = await session.require()
      if (typeof state.chain !== 'number' || !accountTypes.chainIds.includes(state.chain)) {
        throw new NotSupportedError('This network has no smart accounts.')
      }
      const address = await smartAccountOf(wallet)
      return { address, isDeployed: await isDeployed(address, state.chain) }
    },
  }
}
