import { Code, Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { toCaip2 } from '#chain/chains.ts'
import type { Namespaces, Proposal } from '#wallet/phone-client.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './proposal-view.module.css'
import type { ShowDecision } from './show-decision.ts'

type ProposalViewProps = { proposal: Proposal; children: ShowDecision }

/** A site that wants to connect. */
export function ProposalView({ proposal, children }: ProposalViewProps) {
  const phone = usePhone()
  const reading = phone.readProposal(proposal)
  const isPossible = reading.kind === 'acceptable'
  return children({
    content: (
      <>
        {isPossible ? (
          <Approved namespaces={reading.namespaces} />
        ) : (
          <Notice tone="warning">{reading.reason}</Notice>
        )}
        <Notice tone="quiet">
          Name and address are what the site says of itself. Connect only if you have just opened
          its code.
        </Notice>
      </>
    ),
    isPossible,
    label: 'Connect',
  })
}

/** What the methods mean, in the order in which they matter. */
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
        <Fact name={chains.length === 1 ? 'Network' : 'Networks'}>{names.join(', ')}</Fact>
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
    </>
  )
}
