import { createWagmiChainAccess } from '#connectors/wagmi-chain-access.ts'
import {
  createPendingTransactions,
  type PendingTransactions,
} from '#core/account/history/pending-transactions.ts'
import type { NameResolver } from '#core/account/name-resolver.ts'
import { createSendForm, type SendForm } from '#core/account/send/send-form.ts'
import { type BuyForm, createBuyForm } from '#core/buy/buy-form.ts'
import { createCheckout } from '#core/buy/buy-requests.ts'
import { checkoutAddress } from '#core/buy/checkout-address.ts'
import { openCheckoutWindow } from '#core/buy/checkout-window.ts'
import { type Checkouts, createCheckouts } from '#core/buy/checkouts.ts'
import type { ChainAccess } from '#core/chain-access.ts'
import { withServiceNames } from '#core/names/service-name-resolver.ts'
import { createWalletService, type WalletService } from '#core/service/wallet-service.ts'
import { createSwapForm, type SwapForm } from '#core/swap/swap-form.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit } from '../kit-context.ts'

/** Dependencies of the account views; loaded with them, not with the page. */
export type AccountDeps = {
  chain: ChainAccess
  /** Null without `servicesUrl`. */
  service: WalletService | null
  sendForm: SendForm
  swapForm: SwapForm
  pending: PendingTransactions
  buyForm: BuyForm
  checkouts: Checkouts
  resolveName: NameResolver
}

/** Dependencies of each kit, created lazily. */
const depsOfKit = new WeakMap<WalletKit, AccountDeps>()

export function useAccountDeps(): AccountDeps {
  return accountDepsOf(useKit())
}

export function accountDepsOf(kit: WalletKit): AccountDeps {
  const known = depsOfKit.get(kit)
  if (known !== undefined) return known
  const deps = createAccountDeps(kit)
  depsOfKit.set(kit, deps)
  return deps
}

function createAccountDeps(kit: WalletKit): AccountDeps {
  const { servicesUrl: baseUrl, projectId, resolveName } = kit.options
  const chain = createWagmiChainAccess(kit.config)
  const service =
    baseUrl === undefined
      ? null
      : createWalletService({ baseUrl, projectId, onRefused: kit.alerts.showFor })
  return {
    chain,
    service,
    sendForm: createSendForm(),
    swapForm: createSwapForm(),
    pending: createPendingTransactions(
      { isMined: (...transaction) => chain.isMined(...transaction) },
      kit.options.onTransactionMined,
    ),
    buyForm: createBuyForm(),
    checkouts: createCheckouts({
      create: async (request) => {
        if (service === null || baseUrl === undefined) throw new Error('There is no wallet service')
        const { url, purchaseId } = await createCheckout(service, request)
        return { url: checkoutAddress(url, baseUrl, window.location.href), purchaseId }
      },
      openWindow: openCheckoutWindow,
    }),
    resolveName:
      resolveName ??
      (service === null ? chain.resolveName : withServiceNames(service, chain.resolveName)),
  }
}
