import { amountText } from '#core/account/amount/amount-text.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { SOL_DECIMALS } from '#core/solana/solana-transfer.ts'
import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import account from '#views/account/account.module.css'
import actions from '#views/account/account-actions.module.css'
import { ACCOUNT_MESSAGES } from '#views/account/account-messages.ts'
import { SOLANA_MESSAGES } from './solana-messages.ts'
import { SolanaPane } from './solana-pane.tsx'
import { useSolanaAccount } from './use-solana-account.ts'

/** Decimals of the balance, rounded down. */
const BALANCE_DECIMALS = 5

/** Shows the embedded wallet's account on Solana. */
export function SolanaAccount() {
  const solana = useSolanaAccount()
  const { events, options, router } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { switchNetwork } = useMessages('solana', SOLANA_MESSAGES)
  const { receive, send } = options.features
  const openSend = () => {
    events.emit({ event: 'OPEN_SEND', properties: { network: solana.chainId ?? '' } })
    router.push('SolanaSend')
  }
  return (
    <SolanaPane account={solana}>
      {(address) => (
        <div className={account['account']}>
          <div className={account['head']}>
            <NetworkImage network={{ id: 0, name: 'Solana' }} size={48} isRound />
            <SolanaName address={address} />
            <Balance balance={solana.balance} />
          </div>
          <ul className={actions['actions']} aria-label={messages.actions}>
            {receive && (
              <li>
                <button type="button" onClick={() => router.push('SolanaReceive')}>
                  <span className={actions['icon']}>
                    <Icon name="receive" />
                  </span>
                  {messages.receive}
                </button>
              </li>
            )}
            {send && (
              <li>
                <button type="button" onClick={openSend}>
                  <span className={actions['icon']}>
                    <Icon name="send" />
                  </span>
                  {messages.send}
                </button>
              </li>
            )}
          </ul>
          <div className={account['head']}>
            <TextButton icon="down" onClick={() => router.push('Networks')}>
              {switchNetwork}
            </TextButton>
          </div>
        </div>
      )}
    </SolanaPane>
  )
}

function SolanaName({ address }: { address: string }) {
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const copy = useCopy()
  return (
    <div className={account['name']}>
      <span title={address}>{shortAddress(address)}</span>
      <IconButton
        icon="copy"
        name={messages.copyAddress}
        onClick={() => copy(address, messages.addressCopied)}
      />
    </div>
  )
}

function Balance({ balance }: Pick<ReturnType<typeof useSolanaAccount>, 'balance'>) {
  const { balanceFailed } = useMessages('solana', SOLANA_MESSAGES)
  const { data = null, isError } = balance
  return (
    <div className={account['balance']}>
      {data !== null && `${amountText(data, SOL_DECIMALS, BALANCE_DECIMALS)} SOL`}
      {data === null && (isError ? balanceFailed : <Skeleton width="96px" height="20px" />)}
    </div>
  )
}
