import { createWagmiChain } from '#connectors/wagmi-chain.ts'
import { type Assets, createAssets } from '#core/account/assets.ts'
import { type BlockchainApi, createBlockchainApi } from '#core/account/blockchain-api-client.ts'
import type { NameResolver } from '#core/account/name-resolver.ts'
import { createSendForm, type SendForm } from '#core/account/send-form.ts'
import type { Chain } from '#core/chain.ts'
import { createStore, type WritableStore } from '#core/store.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit } from './kit-context.ts'

/** What only the views of a connected account need: it comes with them, not with the page. */
export type AccountParts = {
  chain: Chain
  /** Null when the app names no wallet service. */
  api: BlockchainApi | null
  assets: Assets
  sendForm: SendForm
  /** Tells when a transfer of the kit has been mined: balances have changed. */
  movements: WritableStore<{ count: number }>
  resolveName: NameResolver
}

/** One set a kit, made on first use. */
const partsOfKit = new WeakMap<WalletKit, AccountParts>()

export function useAccountParts(): AccountParts {
  return accountPartsOf(useKit())
}

export function accountPartsOf(kit: WalletKit): AccountParts {
  const known = partsOfKit.get(kit)
  if (known !== undefined) return known
  const parts = createAccountParts(kit)
  partsOfKit.set(kit, parts)
  return parts
}

function createAccountParts(kit: WalletKit): AccountParts {
  const { servicesUrl: baseUrl, projectId, tokens, resolveName } = kit.options
  const chain = createWagmiChain(kit.config)
  const api =
    baseUrl === undefined
      ? null
      : createBlockchainApi({ baseUrl, projectId, onRefused: kit.alerts.showFor })
  return {
    chain,
    api,
    assets: createAssets({ chain, api, tokens }),
    sendForm: createSendForm(),
    movements: createStore({ count: 0 }),
    resolveName: resolveName ?? chain.resolveName,
  }
}
