import type { Connector } from 'wagmi'

/** A way to connect, as the dialog lists it. */
export type WalletChoice = {
  connector: Connector
  name: string
  /** Data URL of the wallet's own icon. */
  icon: string | null
  kind: 'announced' | 'injected' | 'play-money'
}

type Connectors = readonly Connector[]

/** Id of wagmi's connector for `window.ethereum`, whoever put it there. */
const GENERIC_ID = 'injected'

/**
 * Wallets to offer: those that announced themselves (EIP-6963), else whatever calls itself
 * `window.ethereum`, and the play-money wallet where there is one.
 *
 * @param hasEthereum - True when `window.ethereum` exists.
 * @param playMoneyId - Id of the play-money connector.
 */
export function walletChoices(
  connectors: Connectors,
  hasEthereum: boolean,
  playMoneyId: string,
): WalletChoice[] {
  const announced = connectors
    .filter(({ id, type }) => type === 'injected' && id !== GENERIC_ID)
    .map((connector) => toChoice(connector, 'announced', connector.name))
  const generic = connectors
    .filter(({ id }) => id === GENERIC_ID && hasEthereum && announced.length === 0)
    .map((connector) => toChoice(connector, 'injected', 'Browser wallet'))
  const playMoney = connectors
    .filter(({ id }) => id === playMoneyId)
    .map((connector) => toChoice(connector, 'play-money', connector.name))
  return [...announced, ...generic, ...playMoney]
}

function toChoice(connector: Connector, kind: WalletChoice['kind'], name: string): WalletChoice {
  // EIP-6963 asks for data URLs; anything else would tell a stranger's host about the visit.
  const icon = connector.icon?.startsWith('data:image/') ? connector.icon : null
  return { connector, name, icon, kind }
}
