import { Code, Fact, Facts } from '@bullring/frame/approval/facts'
import { Notice } from '#ui/notice.tsx'
import type { Namespaces, Proposal } from '#wallet/phone-client.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import type { Approvability } from './approvability.ts'
import { chainNames } from './chain-names.ts'
import styles from './request-body.module.css'
import { RequestBody } from './request-body.tsx'

type ProposalViewProps = {
  proposal: Proposal
  children: (approvability: Approvability) => React.ReactNode
}

/** A site that wants to connect. */
export function ProposalView({ proposal, children }: ProposalViewProps) {
  const phone = usePhone()
  const reading = phone.readProposal(proposal)
  const isPossible = reading.kind === 'acceptable'
  return (
    <RequestBody>
      {isPossible ? (
        <Approved namespaces={reading.namespaces} />
      ) : (
        <Notice tone="warning">{reading.reason}</Notice>
      )}
      <Notice tone="quiet">
        Name and address are what the site says of itself. Connect only if you have just opened its
        code.
      </Notice>
      {children({ isPossible, label: 'Connect' })}
    </RequestBody>
  )
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
  return (
    <>
      <div>
        <h3>It will be able to</h3>
        <ul className={styles['list']}>
          <li>see your address and your balance</li>
          {abilities.map(([method, text]) => (
            <li key={method}>{text}</li>
          ))}
        </ul>
      </div>
      <Facts>
        <Fact name={chains.length === 1 ? 'Network' : 'Networks'}>
          {chainNames(chains, config.chains)}
        </Fact>
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
    </>
  )
}
