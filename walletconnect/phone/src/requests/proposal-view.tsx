import { Code, Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { toCaip2 } from '#chain/chains.ts'
import type { Namespaces } from '#wallet/phone-client.ts'
import type { DecidableOf } from '#wallet/phone-state.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import { Decision } from './decision.tsx'
import styles from './proposal-view.module.css'

/** A site that wants to connect. */
export function ProposalView({ decidable }: { decidable: DecidableOf<'proposal'> }) {
  const reading = usePhone().readProposal(decidable.proposal)
  const isPossible = reading.kind === 'acceptable'
  return (
    <Decision decidable={decidable} label="Connect" isPossible={isPossible}>
      {isPossible ? (
        <Approved namespaces={reading.namespaces} />
      ) : (
        <Notice tone="warning">{reading.reason}</Notice>
      )}
      <Notice tone="quiet">
        Name and address are what the site says of itself. Connect only if you have just opened its
        code.
      </Notice>
    </Decision>
  )
}

/** Meanings of the methods, in the order in which they matter. */
const ABILITIES: Readonly<Record<string, string>> = {
  eth_sendTransaction: 'ask you to send transactions',
  personal_sign: 'ask you to sign messages',
  eth_signTypedData_v4: 'ask you to sign data',
  wallet_switchEthereumChain: 'ask you to switch the network',
}

function Approved({ namespaces }: { namespaces: Namespaces }) {
  const { config } = usePhone()
  const { address } = usePhoneState()
  const { chains = [], methods = [] } = namespaces['eip155'] ?? {}
  const abilities = Object.entries(ABILITIES).filter(([method]) => methods.includes(method))
  const names = chains.map(
    (chain) => config.chains.find(({ id }) => toCaip2(id) === chain)?.name ?? chain,
  )
  return (
    <>
      <div className={styles['abilities']}>
        <h3>It will be able to</h3>
        <ul>
          <li>see your address and your balance</li>
          {abilities.map(([method, text]) => (
            <li key={method}>{text}</li>
          ))}
        </ul>
      </div>
      <Facts>
        <Fact name={names.length === 1 ? 'Network' : 'Networks'}>{names.join(', ')}</Fact>
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
    </>
  )
}
